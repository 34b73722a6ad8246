import type { EntityManager } from '#db/orm.ts';

const DAYS = 3; // a weekend does not hide one

/** What staff can do something about. An acknowledgement that fails went to a mistyped address: its enquiry shows it. */
const watched = {
  notifications: ['enquiry notification', 'enquiry notifications'],
  replies: ['reply to a visitor', 'replies to visitors'],
  reminders: ['reminder', 'reminders'],
  staff_mails: ['mail to staff', 'mails to staff'],
} as const;

/** Which mails could lately not be delivered, in words for staff; null when all were. */
export async function undeliveredProblem(em: EntityManager): Promise<string | null> {
  const tables = Object.keys(watched) as (keyof typeof watched)[];
  // SQL: one question for all tables.
  const counts = await em.execute<{ of: keyof typeof watched; n: number }[]>(
    tables
      .map(
        (table) => `select '${table}' as of, count(*)::int as n from ${table}
          where failed_at > now() - interval '${DAYS} days' and state = 'failed'`,
      )
      .join(' union all '),
  );
  const failed = counts.filter(({ n }) => n).map(({ of, n }) => `${n} ${watched[of][n === 1 ? 0 : 1]}`);
  return failed.length ? `Mails of the last ${DAYS} days that could not be delivered: ${failed.join(', ')}.` : null;
}
