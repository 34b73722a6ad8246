import type { Folder } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import type { MessageCounts, TableName } from './inbox/inbox.ts';

/** SQL: when an enquiry began to wait for the answer that is due: when it came, or when the client last wrote again. */
export const WAITS = 'coalesce(waits_since, created_at)';

/** The condition of each table and the time that orders it, as its index has them. */
export const sources: Record<TableName, { where: string; time: string }> = {
  unread: { where: "folder = 'inbox' and is_read = false", time: 'created_at' },
  read: { where: "folder = 'inbox' and is_read = true", time: 'created_at' },
  waiting: { where: "folder = 'inbox' and answered_at is null", time: WAITS },
  answered: { where: "folder = 'inbox' and answered_at is not null", time: 'answered_at' },
  spam: { where: "folder = 'spam'", time: 'created_at' },
  trash: { where: "folder = 'trash'", time: 'trashed_at' },
};

export const milliseconds = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;

/** The totals, which triggers keep: they cost the same for any number of messages. */
export async function countMessages(em: EntityManager): Promise<MessageCounts> {
  // SQL: sums the shards of the trigger.
  const rows = await em.execute<{ folder: Folder; isRead: boolean; isAnswered: boolean; n: number }[]>(
    `select folder, is_read as "isRead", is_answered as "isAnswered", sum(n)::int as n
     from message_counts group by 1, 2, 3`,
  );
  const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).reduce((sum, { n }) => sum + n, 0);
  const inbox = (row: (typeof rows)[number]) => row.folder === 'inbox';
  return {
    unread: count((row) => inbox(row) && !row.isRead),
    total: count(inbox),
    waiting: count((row) => inbox(row) && !row.isAnswered),
    answered: count((row) => inbox(row) && row.isAnswered),
    spam: count(({ folder }) => folder === 'spam'),
    trash: count(({ folder }) => folder === 'trash'),
  };
}

/** For the dashboard. Times are in milliseconds since the epoch. */
export interface Waiting {
  waiting: number;
  overdue: number;
  oldest: number | null;
  lastAnswer: number | null;
}

/**
 * Counts overdue enquiries by counting those that are not due yet, at most a day's worth.
 * @param waiting from `countMessages`
 * @param hours that an answer may take
 */
export async function countOverdue(em: EntityManager, waiting: number, hours: number): Promise<Waiting> {
  // SQL: the ends of two indexes.
  const [row] = await em.execute<{ inTime: number; oldest: number | null; lastAnswer: number | null }[]>(
    `select (select count(*)::int from messages where ${sources.waiting.where}
        and ${WAITS} > now() - make_interval(hours => ?)) as "inTime",
      (select ${milliseconds(WAITS)} from messages where ${sources.waiting.where}
        order by ${WAITS}, id limit 1) as oldest,
      (select ${milliseconds('answered_at')} from messages where ${sources.answered.where}
        order by answered_at desc limit 1) as "lastAnswer"`,
    [hours],
  );
  const { inTime, ...times } = row!;
  return { waiting, overdue: Math.max(0, waiting - inTime), ...times };
}
