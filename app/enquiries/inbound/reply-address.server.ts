import { randomBytes } from 'node:crypto';
import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Env } from '../../env.server.ts';
import { bareEmail } from '../../schemas/email.ts';
import { findOffice } from '../mails/office-mails.server.ts';

/** The address that answers come to; null without `INBOUND_ADDRESS`. */
export const replyAddress = ({ INBOUND_ADDRESS }: Env, token: string): string | null =>
  INBOUND_ADDRESS?.replace(/(?=@[^@]*$)/, `+${token}`) ?? null;

/** The Reply-To of a mail to a client: the enquiry's own address, else the office's. Null if neither is set. */
export async function findReplyTo(em: EntityManager, messageId: number): Promise<string | null> {
  const { env } = findApp(em);
  if (!env.INBOUND_ADDRESS) return findOffice(em);
  // SQL: the first mail of an enquiry sets its token, also when two are sent at the same moment.
  const [row] = await em.execute<{ token: string }[]>(
    'update messages set reply_token = coalesce(reply_token, ?) where id = ? returning reply_token as token',
    [randomBytes(16).toString('hex'), messageId],
  );
  return replyAddress(env, row!.token);
}

const MOST_TOKENS = 20; // a stranger's mail may name thousands

/** @param addresses in lower case */
export function readTokens(env: Env, addresses: string[]): string[] {
  const tokenOf = (address: string) => /\+([0-9a-f]{32})@/.exec(address)?.[1] ?? '';
  const own = addresses.filter((address) => address === replyAddress(env, tokenOf(address))?.toLowerCase());
  return own.map(tokenOf).filter(Boolean).slice(0, MOST_TOKENS);
}

/** Splits a list with commas into bare addresses: `Ann Lee <ann@example.com>` becomes `ann@example.com`. */
export const splitAddresses = (mailboxes: string): string[] =>
  mailboxes
    .split(',')
    .map((mailbox) => bareEmail(/<([^<>]*)>/.exec(mailbox)?.[1] ?? mailbox))
    .filter(Boolean);

/** Whether we send from this address, or the office reads it. @param office as `findOffice` gives it */
export function isOwnAddress(env: Env, office: string | null, email: string): boolean {
  const { INBOUND_ADDRESS = '', MAIL_FROM = '', MAIL_TO = '' } = env;
  const own = splitAddresses([INBOUND_ADDRESS, MAIL_FROM, MAIL_TO, office ?? ''].join(',').toLowerCase());
  return own.includes(email.toLowerCase()) || readTokens(env, [email.toLowerCase()]).length > 0;
}

export const findReferences = (subject: string): string[] =>
  Array.from(subject.matchAll(/\bSR-[0-9A-HJKMNP-TV-Z]{6}\b/gi), ([reference]) => reference.toUpperCase());
