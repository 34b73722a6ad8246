import { randomBytes } from 'node:crypto';
import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { findOffice } from '../mails/office-mails.server.ts';
import { replyAddress } from './reply-address.ts';

/** Where a client's answer to our mail goes: to the enquiry itself, or to the office. Null if neither is set. */
export async function replyToOf(em: EntityManager, messageId: number): Promise<string | null> {
  const { env } = findApp(em);
  if (!env.INBOUND_ADDRESS) return findOffice(em);
  // SQL: the first mail of an enquiry gives it its token, also when two are sent at once.
  const [row] = await em.execute<{ token: string }[]>(
    'update messages set reply_token = coalesce(reply_token, ?) where id = ? returning reply_token as token',
    [randomBytes(16).toString('hex'), messageId],
  );
  return replyAddress(env, row!.token);
}
