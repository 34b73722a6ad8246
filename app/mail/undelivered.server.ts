import type { EntityManager } from '#db/orm.ts';
import { mailKinds, type MailKind } from './mail-jobs.server.ts';

const DAYS = 3; // a weekend does not hide one

/** Kinds that staff can act on. A failed acknowledgement went to a mistyped address, and its enquiry says so. */
const watched: Record<Exclude<MailKind, 'acknowledgement' | 'inbound'>, [one: string, many: string]> = {
  notification: ['enquiry notification', 'enquiry notifications'],
  reply: ['reply to a visitor', 'replies to visitors'],
  answer: ['notification of an answer', 'notifications of answers'],
  reminder: ['reminder', 'reminders'],
  return: ['mail about what is back', 'mails about what is back'],
  staff: ['mail to staff', 'mails to staff'],
  office: ['mail to the office', 'mails to the office'],
};

const watchedKinds = Object.keys(watched) as (keyof typeof watched)[];

/** Mails that were not delivered lately, or not to all, in words for staff; null if there are none. */
export async function undeliveredProblem(em: EntityManager): Promise<string | null> {
  // SQL: all tables in one query.
  const counts = await em.execute<{ of: keyof typeof watched; n: number }[]>(
    watchedKinds
      .map(
        (kind) => `select '${kind}' as of, count(*)::int as n from ${mailKinds[kind].table}
          where failed_at > now() - interval '${DAYS} days'`,
      )
      .join(' union all '),
  );
  const failed = counts.filter(({ n }) => n).map(({ of, n }) => `${n} ${watched[of][n === 1 ? 0 : 1]}`);
  return failed.length ? `Mails of the last ${DAYS} days that could not be delivered: ${failed.join(', ')}.` : null;
}

/** Marks a mail to the company or to staff. @param toSeveral the office has several addresses, and another may have it */
export async function markOwnMail(em: EntityManager, id: string, reason: string, toSeveral: boolean): Promise<void> {
  // SQL: one statement for each table.
  for (const kind of watchedKinds)
    await em.execute(
      `update ${mailKinds[kind].table} set state = case when ? then state else 'failed' end, reason = ?, failed_at = now()
       where id = ? and state = 'sent' and failed_at is null`,
      [toSeveral && kind !== 'staff', reason, id],
    );
}

/** Whether it is a mail to the company or to staff. One to a client is none: its id is known outside. */
export async function isOfficeMail(em: EntityManager, id: string | null): Promise<boolean> {
  // SQL: all tables in one query.
  const ids = watchedKinds.flatMap((kind) => (kind === 'reply' ? [] : `select id from ${mailKinds[kind].table}`));
  return (await em.execute(`select 1 from (${ids.join(' union all ')}) as sent where id = ?`, [id])).length > 0;
}
