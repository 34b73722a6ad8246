import path from 'node:path';
import type { Env } from '#app/env.server.ts';
import type { MailSender } from './mail.ts';
import { outboxSender } from './outbox-sender.server.ts';
import { postmarkSender } from './postmark-sender.server.ts';
import { smtpSender } from './smtp-sender.server.ts';

declare module '#db/app.ts' {
  interface App {
    mailer: MailSender;
  }
}

export const outboxFolder = ({ dataDir }: Env): string => path.join(dataDir, 'outbox');

/** As staff know it; null without one. */
export function mailService({ POSTMARK_SERVER_TOKEN, SMTP_URL }: Env): string | null {
  if (POSTMARK_SERVER_TOKEN) return 'Postmark';
  return SMTP_URL ? new URL(SMTP_URL).host : null;
}

export const isMailed = (env: Env): boolean => mailService(env) !== null;

/** For files. Postmark takes mails of 10 MB in all, and base64 in short lines makes files 37 % larger. */
export const mostMailedBytes = ({ POSTMARK_SERVER_TOKEN }: Env): number => (POSTMARK_SERVER_TOKEN ? 6.5 : 10) * 2 ** 20;

export function mailSender(env: Env): MailSender {
  const { POSTMARK_SERVER_TOKEN: token, POSTMARK_API_URL: apiUrl, SMTP_URL: url, MAIL_FROM: from, MAIL_TO: to } = env;
  if (token && from && to) return postmarkSender(token, from, to, apiUrl);
  if (url && from && to) return smtpSender(url, from, to);
  return outboxSender(outboxFolder(env), from, to);
}
