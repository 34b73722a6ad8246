import type { EntityManager } from '#db/orm.ts';
import { mailKinds, queueMailsSql, type MailKind } from './mail-jobs.server.ts';

/**
 * Queues mails about an enquiry once more, their tries counted anew.
 * @param which SQL: the condition for those that are meant, and its values
 * @returns false when there is none
 */
export async function sendAgain(
  em: EntityManager,
  kind: MailKind,
  messageId: number,
  which: string,
  ...values: string[]
): Promise<boolean> {
  // SQL: marked and queued in one statement, or neither, and not while the message is being erased.
  const rows = await em.execute<unknown[]>(
    `with kept as (select id from messages where id = ? for key share),
     again as (
       update ${mailKinds[kind].table}
       set state = 'waiting', reason = null, attempts = 0, sent_at = null, failed_at = null
       where message_id = (select id from kept) and ${which} returning id
     ) ${queueMailsSql(kind, 'again')}`,
    [messageId, ...values],
  );
  return rows.length > 0;
}
