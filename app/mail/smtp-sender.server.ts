import type { NodemailerError } from 'nodemailer';
import { ANSWER_S, limitSeconds, messageOf, NOT_TO_ALL, NOT_TO_ALL_YET } from './mail.ts';
import type { Mail, MailSender, SendResult } from './mail.ts';

/** Loads the client with the first mail. @param url with or without `user:password@` */
export function smtpSender(url: string, from: string, to: string): MailSender {
  const options = serverOf(url);
  async function send({ only, ...mail }: Mail): Promise<SendResult> {
    const late = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const endAfter = (seconds: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => late.abort(), seconds * 1000);
    };
    endAfter(limitSeconds(mail));
    try {
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(options);
      transport.use('stream', ({ message }, done) => {
        const read = message.createReadStream.bind(message);
        // The client reads it after the answer to DATA.
        message.createReadStream = (how) => read(how).once('end', () => endAfter(ANSWER_S));
        done();
      });
      const message = {
        ...messageOf(mail, from, to),
        ...(only && { envelope: { from, to: only } }),
        signal: late.signal,
      };
      const { messageId, rejected, rejectedErrors = [] } = await transport.sendMail(message);
      if (!rejectedErrors.every(isFinal)) return { outcome: 'retry', reason: NOT_TO_ALL_YET, only: rejected };
      return { outcome: 'sent', id: messageId, ...(rejected.length ? { reason: NOT_TO_ALL } : {}) };
    } catch (error) {
      const result = whatWentWrong(error);
      if (only && result.outcome === 'refused') return { outcome: 'sent', id: mail.id, reason: NOT_TO_ALL };
      return only ? { outcome: 'retry', reason: NOT_TO_ALL_YET } : result;
    } finally {
      clearTimeout(timer);
    }
  }
  return { send };
}

/** A password goes only to a server with a valid certificate, or on this machine: few have one for localhost. */
function serverOf(address: string) {
  const { protocol, hostname, port, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  const isHere = ['localhost', '127.0.0.1', '::1'].includes(host);
  const isSecure = protocol === 'smtps:';
  return {
    host,
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    requireTLS: Boolean(username) && !isHere,
    tls: { rejectUnauthorized: !isHere },
  };
}

const TROUBLE: Record<string, string> = {
  EABORT: 'took too long',
  ETIMEDOUT: 'took too long',
  ETLS: 'offers no safe connection',
  ENOAUTH: 'offers no way to sign in',
  EAUTH: 'offers no way to sign in',
};

/** A refusal of account, sender or policy by its code or, as Exim's, in words: many servers wait with it until RCPT TO. */
const OF_ACCOUNT = /^(?:530|\d+[ -](?:5\.(?:7\.|1\.[78]\b|2\.252\b)|(?!\d\.\d).*(?:relay|authenticat|sender)))/is;

/** Whether another try is useless. An error before RCPT TO is about the account or the sender, which may be put right. */
const isFinal = ({ responseCode = 0, command = '', response = '' }: NodemailerError): boolean =>
  responseCode >= 500 && /^(RCPT TO|DATA)/.test(command) && !OF_ACCOUNT.test(response);

/** Messages of client and server quote addresses, so they are not passed on. */
function whatWentWrong(error: unknown): SendResult {
  const failure = (error ?? {}) as NodemailerError;
  const { responseCode, command, code, message, rejectedErrors = [failure] } = failure;
  if (typeof responseCode === 'number' && code !== 'ETLS') {
    const reason = `mail server answered ${responseCode}${command ? ` to ${command}` : ''}`;
    return { outcome: rejectedErrors.every(isFinal) ? 'refused' : 'retry', reason };
  }
  if (/certificate/i.test(String(message)))
    return { outcome: 'retry', reason: 'mail server has a certificate that is not trusted here' };
  return { outcome: 'retry', reason: `mail server ${TROUBLE[String(code)] ?? 'could not be reached'}` };
}
