import { createServer, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.ts';

export type TakenMail = {
  From: string;
  To: string;
  ReplyTo?: string;
  Subject: string;
  TextBody: string;
  HtmlBody: string;
  Attachments?: { Name: string; ContentType: string; Content: string }[];
  Headers: { Name: string; Value: string }[];
  Metadata: Record<string, string>;
};

export type PostmarkMood =
  | { kind: 'well' }
  | { kind: 'error'; status: number; code?: number; message?: string }
  | { kind: 'late'; ms: number }
  | { kind: 'silent' | 'hangs-up' | 'stops-midway' | 'web-page' }
  | { kind: 'redirect'; to: string };

const POSTMARK_BYTES = 10_000_000;
export const POSTMARK_TOKEN = 'test-server-token';

export const mailBy = (address: string): Record<string, string> => ({
  POSTMARK_SERVER_TOKEN: POSTMARK_TOKEN,
  POSTMARK_API_URL: address,
  MAIL_FROM: 'site@example.com',
  MAIL_TO: 'office@example.com',
});

/** A stand-in for Postmark. `taken` are the mails that it accepted; `requests` counts all requests. */
export async function startFakePostmark({ port = 0, path = '' } = {}) {
  let mood: PostmarkMood = { kind: 'well' };
  const taken: TakenMail[] = [];
  let requests = 0;

  const server = createServer((request, response) => {
    requests++;
    void buffer(request).then(
      async (body) => {
        if (mood.kind === 'late') await new Promise((resolve) => setTimeout(resolve, (mood as { ms: number }).ms));
        if (request.method !== 'POST' || request.url !== `${path}/email`) return json(response, 404, {});
        if (request.headers['x-postmark-server-token'] !== POSTMARK_TOKEN) {
          const Message = 'No Account or Server API tokens were supplied in the HTTP headers.';
          return json(response, 401, { ErrorCode: 10, Message });
        }
        if (body.length > POSTMARK_BYTES) return json(response, 413, {});
        answer(response, JSON.parse(body.toString()) as TakenMail);
      },
      () => {},
    );
  });

  function answer(response: ServerResponse, mail: TakenMail): void {
    switch (mood.kind) {
      case 'well':
      case 'late':
        taken.push(mail);
        return json(response, 200, { To: mail.To, MessageID: `pm-${taken.length}`, ErrorCode: 0, Message: 'OK' });
      case 'error': {
        // Postmark's own messages quote the addresses that it refuses.
        const Message = mood.message ?? `Error parsing 'ReplyTo': ${mail.ReplyTo}`;
        return json(response, mood.status, { ErrorCode: mood.code ?? 0, Message });
      }
      case 'redirect':
        return void response.writeHead(307, { Location: mood.to }).end();
      case 'web-page':
        return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Please sign in</html>');
      case 'stops-midway':
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
        return void response.write('{"To":');
      case 'hangs-up':
        return void response.destroy();
      case 'silent':
        return;
    }
  }

  const listening = await listenOnLoopback(server, port);
  return {
    ...listening,
    url: listening.url + path,
    taken,
    requests: () => requests,
    behave: (next: PostmarkMood) => void (mood = next),
  };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
