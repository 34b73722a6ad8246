import type pg from 'pg';
import { surviveLostConnections, workerLogger, type QueueLog } from './worker-safety.server.ts';

/**
 * How often a mail is tried. The queue waits e^n seconds after the n-th try, n counted up to 10: the second try comes
 * after 2.7 s (and at most 2 s of polling), the tries 12 to 25 every 6.1 hours; 4 days in all.
 */
export const MAIL_ATTEMPTS = 25;

/**
 * Which mails there are: to the company about an enquiry, to a visitor from staff or to say that an enquiry has come, to the
 * company about what waits, to a member of staff about an account; and the table of each. Each kind is a task of its own: a
 * process of a version that does not know it leaves it to others.
 */
export const mailKinds = {
  notification: { task: 'enquiry-notification', table: 'notifications' },
  reply: { task: 'enquiry-reply', table: 'replies' },
  acknowledgement: { task: 'enquiry-acknowledgement', table: 'acknowledgements' },
  reminder: { task: 'reminder', table: 'reminders' },
  staff: { task: 'staff-mail', table: 'staff_mails' },
} as const;
export type MailKind = keyof typeof mailKinds;
export const allMailKinds = Object.keys(mailKinds) as MailKind[];
const allTasks = Object.values(mailKinds).map(({ task }) => task);

/** What the queue holds of a mail. Notifications are written as they were before there were others. */
export type QueuedMail = { notificationId: string } | { id: string };

/** Somebody of the staff waits for a mail at the login page, and an answer is for a client: they go before the others. */
const priorities: Partial<Record<MailKind, number>> = { staff: -2, reply: -1 };

/**
 * The statement that queues mails, a row for each; run it in the transaction that stores them. One that is
 * queued again, after it was parked, starts counting its tries anew.
 * What it does is planned each time: by a plan that a connection made when few waited, it would read all that wait.
 * @param from SQL after `from` that gives rows with the mails' `id`, without conditions
 */
export function queueMailsSql(kind: MailKind, from: string): string {
  const { task } = mailKinds[kind];
  const idName = kind === 'notification' ? 'notificationId' : 'id';
  return `select graphile_worker.add_jobs(array_agg(('${task}', json_build_object('${idName}', id::text), null,
    null, ${MAIL_ATTEMPTS}, '${task}:' || id, ${priorities[kind] ?? 'null'}, null)::graphile_worker.job_spec)) from ${from}
    where set_config('plan_cache_mode', 'force_custom_plan', true) is not null having count(*) > 0`;
}

/** A job that is held for longer was left behind by a process that was killed; the queue's own rule is 4 hours. */
export const LEFT_BEHIND_S = 20;

/**
 * The statements that take mails out of the queue, which nobody is to send any more, and that tell whether any is in it
 * still: one that is being sent now cannot be taken back. Between the two nothing of them is begun, as long as their
 * transaction lasts.
 * @param from SQL after `from` that gives rows with the mails' `id`
 */
export function unqueueMailsSql(kind: MailKind, from: string): { take: string; areLeft: string } {
  const mails = `with mails as (select id::text from ${from})`;
  const keys = `key in (select '${mailKinds[kind].task}:' || id from mails)`;
  const isLeftBehind = `locked_at < now() - interval '${LEFT_BEHIND_S} seconds'`;
  return {
    // The queue's own function would also stop what is being sent from being marked as done.
    take: `${mails} delete from graphile_worker._private_jobs where ${keys} and (locked_at is null or ${isLeftBehind})`,
    // One that was queued again while it was being sent has lost its key.
    areLeft: `${mails} select exists (select from graphile_worker._private_jobs where ${keys} or (key is null and
      not ${isLeftBehind} and coalesce(payload->>'notificationId', payload->>'id') in (select id from mails))) as is`,
  };
}

/**
 * Queues every mail that waits; those that are queued already stay so.
 * @param run runs a statement and gives its rows
 * @returns how many wait
 */
export async function queueWaitingMails(run: <Row>(sql: string) => Promise<Row[]>): Promise<number> {
  let waiting = 0;
  for (const kind of allMailKinds) {
    const { table } = mailKinds[kind];
    const [row] = await run<{ n: number }>(`select count(*)::int as n from ${table} where state = 'waiting'`);
    await run(queueMailsSql(kind, `(select id from ${table} where state = 'waiting') as waiting`));
    waiting += row!.n;
  }
  return waiting;
}

/** The last migration of graphile-worker, as package.json pins it. A test holds the two together. */
export const QUEUE_MIGRATION = 20;

/** Makes or updates the queue's own tables. Only one process may do this at a time. */
export async function migrateMailQueue(pool: pg.Pool, log: QueueLog): Promise<void> {
  if (await hasMigration(pool, QUEUE_MIGRATION)) return; // without loading the queue, for which a start would wait
  const { Logger, runMigrations } = await import('graphile-worker');
  surviveLostConnections(pool, log);
  await runMigrations({ pgPool: pool, logger: workerLogger(Logger, log) });
}

async function hasMigration(pool: pg.Pool, id: number): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as is`,
  );
  if (!rows[0]!.is) return false;
  return Boolean((await pool.query('select 1 from graphile_worker.migrations where id >= $1', [id])).rowCount);
}

/** Whether the database answers and has the queue's tables, which no entity describes. */
export async function isMailQueueReady(pool: pg.Pool): Promise<boolean> {
  return pool.query('select 1 from graphile_worker.jobs limit 0').then(
    () => true,
    () => false,
  );
}

/** How many mails wait, how many of those have failed before, and what the mail service said of the latest. */
export async function mailQueueBacklog(
  pool: pg.Pool,
): Promise<{ waiting: number; failing: number; reason: string | null }> {
  const { rows } = await pool.query<{ waiting: number; failing: number; reason: string | null }>(
    `select count(*)::int as waiting, count(*) filter (where last_error is not null)::int as failing,
       (array_agg(last_error order by updated_at desc) filter (where last_error is not null))[1] as reason
     from graphile_worker.jobs where task_identifier = any ($1) and attempts < max_attempts`,
    [allTasks],
  );
  return rows[0]!;
}

/**
 * The mails that wait, but of which no try is left, nor is one being made: the last was cut short before that could be
 * written down.
 */
export async function abandonedMails(pool: pg.Pool): Promise<{ kind: MailKind; id: string }[]> {
  const { rows: ended } = await pool.query<{ task: string; ids: string[] }>(
    `select split_part(key, ':', 1) as task, array_agg(split_part(key, ':', 2)) as ids
     from graphile_worker._private_jobs where key is not null and attempts >= max_attempts and locked_at is null group by 1`,
  );
  const abandoned: { kind: MailKind; id: string }[] = [];
  for (const kind of allMailKinds) {
    const { task, table } = mailKinds[kind];
    const ids = ended.find((each) => each.task === task)?.ids;
    if (!ids) continue;
    const sql = `select id from ${table} where state = 'waiting' and id = any ($1::uuid[])`;
    const { rows } = await pool.query<{ id: string }>(sql, [ids]);
    abandoned.push(...rows.map(({ id }) => ({ kind, id })));
  }
  return abandoned;
}

/**
 * Lets the mails that wait for their next try be tried now, since another has just gone out: at most once a minute, and
 * not those of which few tries are left.
 */
export async function hurryWaiting(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now(), updated_at = now()
     where last_error is not null and locked_at is null and attempts between 1 and max_attempts / 2
       and run_at > now() + interval '1 minute' and updated_at < now() - interval '1 minute'
       and task_id in (select id from graphile_worker._private_tasks where identifier = any ($1))`,
    [allTasks],
  );
}

/**
 * Gives back the jobs of processes that were killed: without this they would wait for hours.
 * @param seconds a job held for longer than this counts as left behind
 */
export async function releaseLeftBehind(pool: pg.Pool, seconds: number): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where task_identifier = any ($1) and locked_at < now() - make_interval(secs => $2) having count(*) > 0`,
    [allTasks, seconds],
  );
}
