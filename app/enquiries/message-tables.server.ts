import { LATER, WAITING } from '#db/entities/message.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { ANSWER_MS } from './reminders/answer-clock.ts';
import { MORE, type MessageCounts, type TableName } from './inbox/inbox.ts';

/** SQL: when an enquiry began to wait for an answer: when it came, or when the client wrote again. */
export const WAITS = 'coalesce(waits_since, created_at)';

/** SQL: the condition `which`, with the messages locked in one order, so that no two transactions deadlock. */
export const locked = (which: string) => `id in (select id from messages where ${which} order by id for update)`;

/** SQL: brings a put-off enquiry back. An enquiry that was answered before is due a new answer: the clock begins now. */
export const BACK = `is_read = false, later_until = null,
  waits_since = case when coalesce(first_answered_at, answered_at) is null then waits_since else now() end,
  reminded_at = case when coalesce(first_answered_at, answered_at) is null then reminded_at end,
  first_answered_at = coalesce(first_answered_at, answered_at), answered_at = null, answered_by = null`;

const OWN = 'owner_id = (select id from owners where account_id = ?)';

/** SQL: the condition of each table and the time that orders it. Each has an index with both. */
export const sources: Record<TableName, { where: string; time: string }> = {
  unread: { where: "folder = 'inbox' and is_read = false", time: 'created_at' },
  read: { where: "folder = 'inbox' and is_read = true", time: 'created_at' },
  waiting: { where: WAITING, time: WAITS },
  mine: { where: `${WAITING} and ${OWN}`, time: WAITS },
  'mine-rest': {
    where: `folder = 'inbox' and (answered_at is not null or later_until is not null) and ${OWN}`,
    time: WAITS,
  },
  later: { where: LATER, time: 'later_until' },
  answered: { where: "folder = 'inbox' and answered_at is not null", time: 'answered_at' },
  spam: { where: "folder = 'spam'", time: 'created_at' },
  trash: { where: "folder = 'trash'", time: 'trashed_at' },
};

/** @param me the account that asks, for the tables of its own messages */
export const findCondition = (table: TableName, me: number): [sql: string, values: unknown[]] => {
  const { where } = sources[table];
  return [where, where.includes('?') ? [me] : []];
};

export const milliseconds = (time: string) => `(extract(epoch from ${time}) * 1000)::float8`;

/** Reads the totals that triggers keep, in the same time for any number of messages. @param me counts `mine` for it */
export async function countMessages(em: EntityManager, me?: number): Promise<MessageCounts> {
  const inbox = "folder = 'inbox'";
  const wanted = {
    unread: `${inbox} and not is_read`,
    total: inbox,
    waiting: `${inbox} and not is_answered and not is_later`,
    answered: `${inbox} and is_answered`,
    spam: "folder = 'spam'",
    trash: "folder = 'trash'",
    later: `${inbox} and is_later`,
  };
  const sums = Object.entries(wanted).map(([name, is]) => `coalesce(sum(n) filter (where ${is}), 0)::int as ${name}`);
  // SQL: sums the shards that the trigger writes.
  const [counts] = await em.execute<[MessageCounts]>(`select ${sums.join(', ')} from message_counts`);
  return me === undefined ? counts : { ...counts, mine: await countOwn(em, me) };
}

async function countOwn(em: EntityManager, me: number): Promise<number> {
  const [where, values] = findCondition('mine', me);
  // SQL: counts up to a limit.
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from (select from messages where ${where} order by ${WAITS}, id limit ${MORE}) as own`,
    values,
  );
  return row!.n;
}

/** The age of the earliest of some times, in seconds; 0 without any. @param from SQL after `from` */
export async function secondsSince(app: App, time: string, from: string, values: unknown[] = []): Promise<number> {
  // SQL: by the database's clock.
  const [row] = await forkEntityManager(app).execute<{ age: number }[]>(
    `select coalesce(extract(epoch from now() - min(${time})), 0)::float8 as age from ${from}`,
    values,
  );
  return row!.age;
}

/** Counts overdue enquiries up to `MORE`, and reads when the last answer was given, in milliseconds since the epoch. */
export async function readDue(em: EntityManager): Promise<{ overdue: number; lastAnswer: number | null }> {
  // SQL: reads the ends of two indexes; order and limit keep it from reading the whole table.
  const [row] = await em.execute<[{ overdue: number; lastAnswer: number | null }]>(
    `select (select count(*)::int from (select from messages where ${WAITING}
        and ${WAITS} <= now() - make_interval(secs => ${ANSWER_MS / 1000})
        order by ${WAITS}, id limit ${MORE}) as late) as overdue,
      (select ${milliseconds('answered_at')} from messages where ${sources.answered.where}
        order by answered_at desc limit 1) as "lastAnswer"`,
  );
  return row;
}
