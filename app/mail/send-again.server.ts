import type { EntityManager } from '#db/orm.ts';
import { mailKinds, queueMailsSql, type MailKind } from './mail-jobs.server.ts';

/**
 * Queues mails of an enquiry again and counts their tries anew.
 * @param which SQL: the condition, and its values
 * @returns false if there is none
 */
export async function sendAgain(
  em: EntityManager,
  kind: MailKind,
  messageId: number,
  which: string,
  ...values: string[]
): Promise<boolean> {
  // SQL: marks and queues in one statement, and not while the message is being erased.
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
