import type { DbJob } from 'graphile-worker';
import type pg from 'pg';
import type { EntityManager } from '#db/orm.ts';
import { surviveLostConnections, workerLogger, type QueueLog } from './worker-safety.server.ts';

/** The queue waits e^n seconds after the n-th try, n up to 10: from 2.7 s to 6.1 hours, 4 days in all. */
export const MAIL_ATTEMPTS = 25;

/** Each kind is a task of its own: a process of an older release leaves kinds that it does not know to others. */
export const mailKinds = {
  notification: { task: 'enquiry-notification', table: 'notifications' },
  reply: { task: 'enquiry-reply', table: 'replies' },
  acknowledgement: { task: 'enquiry-acknowledgement', table: 'acknowledgements' },
  reminder: { task: 'reminder', table: 'reminders' },
  return: { task: 'enquiry-return', table: 'returns' },
  staff: { task: 'staff-mail', table: 'staff_mails' },
  answer: { task: 'answer-notification', table: 'answer_notifications' },
  office: { task: 'office-mail', table: 'office_mails' },
  inbound: { task: 'inbound-mail', table: 'inbound_mails' },
} as const;
export type MailKind = keyof typeof mailKinds;
export const allMailKinds = Object.keys(mailKinds) as MailKind[];
const allTasks = Object.values(mailKinds).map(({ task }) => task);

/** Mails to staff, who wait at the login page, go first, then replies. */
const priorities: Partial<Record<MailKind, number>> = { staff: -2, reply: -1 };

/**
 * SQL that queues mails; run it in the transaction that stores them. A mail that is queued again starts counting its tries
 * anew. The plan is made each time: a plan from when few waited would read all that wait.
 * @param from SQL after `from` that gives rows with the mails' `id`, without conditions
 * @param goesAt a column of those rows: none of them goes out before
 */
export function queueMailsSql(kind: MailKind, from: string, goesAt = 'null'): string {
  const { task } = mailKinds[kind];
  const idName = kind === 'notification' ? 'notificationId' : 'id'; // notifications keep their old form
  return `select graphile_worker.add_jobs(array_agg(('${task}', json_build_object('${idName}', id::text), null,
    ${goesAt}, ${MAIL_ATTEMPTS}, '${task}:' || id, ${priorities[kind] ?? 'null'}, null)::graphile_worker.job_spec)) from ${from}
    where set_config('plan_cache_mode', 'force_custom_plan', true) is not null having count(*) > 0`;
}

/** Queues one mail, in the transaction that stores it. SQL: a function of the queue's own. */
export const queueMail = (tx: EntityManager, kind: MailKind, id: string): Promise<unknown> =>
  tx.execute(queueMailsSql(kind, '(select ?::uuid as id) as mail'), [id]);

/** A process that held a job for longer, and did not say that it still does, was killed. The queue's own rule is 4 hours. */
const LEFT_BEHIND_S = 20;

/** Says that a process still works on a job. The queue has no function of its own for it. */
export const keepHeld = (pool: pg.Pool, { id, locked_by }: Pick<DbJob, 'id' | 'locked_by'>): Promise<unknown> =>
  pool.query('update graphile_worker._private_jobs set locked_at = now() where id = $1 and locked_by = $2', [
    id,
    locked_by,
  ]);

/** Stores which addresses are to get a mail with its next try, as the others have it. */
export const keepOnly = (pool: pg.Pool, { id }: Pick<DbJob, 'id'>, only: string[]): Promise<unknown> =>
  pool.query('update graphile_worker._private_jobs set payload = (payload::jsonb || $2)::json where id = $1', [
    id,
    { only },
  ]);

/**
 * SQL that removes mails from the queue, and SQL that tells whether any is left: one that is being sent cannot be removed. In
 * one transaction nothing begins between the two.
 * @param from SQL after `from` that gives rows with the mails' `id`
 */
export function unqueueMailsSql(kind: MailKind, from: string): { take: string; areLeft: string } {
  const mails = `with mails as (select id::text from ${from})`;
  const keys = `key in (select '${mailKinds[kind].task}:' || id from mails)`;
  const isLeftBehind = `locked_at < now() - interval '${LEFT_BEHIND_S} seconds'`;
  return {
    // The queue's own function would also keep a mail that is being sent from being marked as done.
    take: `${mails} delete from graphile_worker._private_jobs where ${keys} and (locked_at is null or ${isLeftBehind})`,
    // A job that was queued again while it ran has lost its key.
    areLeft: `${mails} select exists (select from graphile_worker._private_jobs where ${keys} or (key is null and
      not ${isLeftBehind} and coalesce(payload->>'notificationId', payload->>'id') in (select id from mails))) as is`,
  };
}

/** Queues every waiting mail that is not queued. @returns how many wait */
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

/** The last migration of graphile-worker as package.json pins it; a test compares the two. */
export const QUEUE_MIGRATION = 20;

/** Creates or migrates the queue's tables. Only one process may do this at a time. */
export async function migrateMailQueue(pool: pg.Pool, log: QueueLog): Promise<void> {
  if (await hasMigration(pool, QUEUE_MIGRATION)) return; // Loading the queue would delay the start.
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

/** No entity describes the queue's tables. */
export async function isMailQueueReady(pool: pg.Pool): Promise<boolean> {
  return pool.query('select 1 from graphile_worker.jobs limit 0').then(
    () => true,
    () => false,
  );
}

/** @returns how many wait to be sent, how many of those have failed, and what the mail service said last */
export async function mailQueueBacklog(pool: pg.Pool) {
  const { rows } = await pool.query<{ waiting: number; failing: number; reason: string | null }>(
    `select count(*)::int as waiting, count(*) filter (where last_error is not null)::int as failing,
       (array_agg(last_error order by updated_at desc) filter (where last_error is not null))[1] as reason
     from graphile_worker.jobs where task_identifier = any ($1) and attempts < max_attempts`,
    [allTasks.filter((task) => task !== mailKinds.inbound.task)],
  );
  return rows[0]!;
}

/** Their last try was cut short before that could be stored: they wait, but no try is left and none is running. */
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

/** After a success, tries waiting mails now: at most once a minute, and not those with few tries left. */
export async function hurryWaiting(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now(), updated_at = now()
     where last_error is not null and locked_at is null and attempts between 1 and max_attempts / 2
       and run_at > now() + interval '1 minute' and updated_at < now() - interval '1 minute'
       and task_id in (select id from graphile_worker._private_tasks where identifier = any ($1))`,
    [allTasks],
  );
}

/** Tries now what would be tried later than any mail is: it was queued before the database's clock was set back. */
export async function bringForward(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where locked_at is null and attempts < max_attempts
       and run_at > now() + make_interval(secs => exp(least(attempts, 10)) + 60)
       and task_id in (select id from graphile_worker._private_tasks where identifier = any ($1))`,
    [allTasks],
  );
}

/** Releases the jobs of killed processes. */
export async function releaseLeftBehind(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where task_identifier = any ($1) and locked_at < now() - make_interval(secs => $2) having count(*) > 0`,
    [allTasks, LEFT_BEHIND_S],
  );
}
