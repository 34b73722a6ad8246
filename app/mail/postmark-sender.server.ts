import { headersOf, limitSeconds, messageIdOf, NOT_TO_ALL, quoteLocalPart, subjectOf } from './mail.ts';
import type { Mail, MailSender, SendResult } from './mail.ts';

/** Loads the client with the first mail. @param apiUrl a path in it is kept */
export function postmarkSender(
  token: string,
  from: string,
  to: string,
  apiUrl = 'https://api.postmarkapp.com',
): MailSender {
  const base = new URL(apiUrl);
  const options = {
    requestHost: base.host + base.pathname.replace(/(?<!\/)\/+$/, ''),
    useHttps: base.protocol === 'https:',
    // A redirect would carry the server token elsewhere.
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, { ...init, redirect: 'error' }),
  };

  async function send(mail: Mail): Promise<SendResult> {
    try {
      const { ServerClient } = await import('postmark');
      const answer = await new ServerClient(token, { ...options, timeout: limitSeconds(mail) }).sendEmail({
        From: from,
        To: mail.to ? quoteLocalPart(mail.to) : (mail.office ?? to),
        Subject: subjectOf(mail),
        TextBody: mail.text,
        HtmlBody: mail.html,
        Attachments: mail.attachments?.map(({ name, type, bytes }) => ({
          Name: name,
          ContentType: type,
          Content: bytes.toString('base64'),
          ContentID: null,
        })),
        ...(mail.replyTo ? { ReplyTo: mail.replyTo } : {}),
        // A request that timed out may have been delivered and is tried again: mail programs show one Message-ID once.
        Headers: [
          { Name: 'Message-ID', Value: `<${messageIdOf(mail, from)}>` },
          { Name: 'X-PM-KeepID', Value: 'true' },
          ...Object.entries(headersOf(mail, from)).map(([Name, Value]) => ({ Name, Value })),
        ],
        Metadata: { notification: mail.id },
        TrackOpens: false,
        MessageStream: 'outbound',
      });
      if (answer.ErrorCode) return refusal(200, answer.ErrorCode);
      // A proxy's sign-in page also answers 200.
      if (!answer.MessageID) return { outcome: 'retry', reason: 'mail service gave an answer that was not its own' };
      const isToAll = !/inactive/i.test(answer.Message);
      return { outcome: 'sent', id: answer.MessageID, ...(isToAll ? {} : { reason: NOT_TO_ALL }) };
    } catch (error) {
      return whatWentWrong(error);
    }
  }
  return { send };
}

/** The client's messages quote addresses, so they are not passed on. */
function whatWentWrong(error: unknown): SendResult {
  const { statusCode, code, name, message } = (error ?? {}) as Record<string, unknown>;
  if (!statusCode) {
    // While connecting the client keeps only the text of an error; while reading, the error itself.
    const isLate = name === 'TimeoutError' || /timeout/i.test(String(message));
    return { outcome: 'retry', reason: isLate ? 'mail service took too long' : 'mail service could not be reached' };
  }
  return refusal(Number(statusCode), Number(code) || 0);
}

/** Postmark's codes for this mail alone: invalid mail, inactive recipient. */
const OF_THE_MAIL = [300, 406];
const MEANING: Record<number, string> = {
  10: 'the server token is wrong',
  300: 'it cannot read an address or a file of the mail',
  400: 'the sender is not confirmed',
  401: 'the sender is not confirmed',
  405: 'the account may send no more',
  406: 'the address is inactive after a bounce or a complaint, reactivate it in Postmark',
  412: 'the account waits for approval',
};

/** All other errors may be put right, so the mail is tried for days; but 413 is about the files of this mail. */
function refusal(status: number, code: number): SendResult {
  const words = status === 413 ? 'the mail with its files is too large for it' : MEANING[code];
  const reason = `mail service answered ${status} (code ${code})${words ? `: ${words}` : ''}`;
  return { outcome: status === 413 || OF_THE_MAIL.includes(code) ? 'refused' : 'retry', reason };
}
