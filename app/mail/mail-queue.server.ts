import type * as Worker from 'graphile-worker';
import type pg from 'pg';
import { nameOf, surviveLostConnections, workerLogger, type QueueLog } from './worker-safety.server.ts';

const TASK = 'enquiry-notification';

/**
 * How often a mail is tried. The queue waits e^n seconds after the n-th try, n counted up to 10: the second try comes
 * after 2.7 s (and at most 2 s of polling), the tries 12 to 25 every 6.1 hours; 4 days in all.
 */
export const MAIL_ATTEMPTS = 25;

// A job ends by itself long before it counts as left behind by a killed process; the queue's own rule is 4 hours.
const JOB_LIMIT_MS = 20_000;
const LEFT_BEHIND_S = 30;
const SWEEP_MS = 10_000;

const RESTART_MIN_MS = 500;
const RESTART_MAX_MS = 4000;
const STOP_GRACE_MS = 2500;
const STOP_LIMIT_MS = 4000;

/** What a try came to. `retry` and `park` name the reason, without personal data. */
export type JobResult = 'done' | { retry: string } | { park: string };

export type MailQueueOptions = {
  /** The queue's own, of at least 3 connections and with time limits. The caller closes it after `stop`. */
  pool: pg.Pool;
  log: QueueLog;
  /** Tries to send. `attempt` counts from 1. A rejection counts as a retry. */
  handle: (notificationId: string, attempt: number) => Promise<JobResult>;
  /** Told when the last of all tries has failed: nothing more happens to this notification by itself. */
  onGivenUp: (notificationId: string, reason: string) => Promise<void>;
};

export type MailQueue = {
  /** Whether jobs are being looked for now. */
  isRunning(): boolean;
  /** Ends within 4 seconds. A job that is not ready by then is given back and tried again later. */
  stop(): Promise<void>;
};

/**
 * The statement that queues a notification; run it in the transaction that stores it. Its one parameter is the id. A
 * notification that is queued again, after it was parked, starts counting its tries anew.
 * @param placeholder how the caller's driver writes a parameter
 */
export function queueNotificationSql(placeholder: '$1' | '?'): string {
  return `select graphile_worker.add_job('${TASK}', json_build_object('notificationId', n.id),
    max_attempts := ${MAIL_ATTEMPTS}, job_key := '${TASK}:' || n.id) from (select ${placeholder}::text as id) n`;
}

/** Makes or updates the queue's own tables. Only one process may do this at a time. */
export async function migrateMailQueue(pool: pg.Pool, log: QueueLog): Promise<void> {
  const { Logger, runMigrations } = await import('graphile-worker');
  surviveLostConnections(pool, log);
  await runMigrations({ pgPool: pool, logger: workerLogger(Logger, log) });
}

/**
 * Works through queued notifications, one at a time, until stopped. Survives restarts of the database: whatever ends
 * the worker, another one starts. Installs no signal handlers.
 */
export function startMailQueue({ pool, log, handle, onGivenUp }: MailQueueOptions): MailQueue {
  surviveLostConnections(pool, log);
  let isStopping = false;
  let workers: Worker.WorkerPool | undefined;
  let endPause = () => {};

  const task: Worker.Task = async (payload, { job }) => {
    const { notificationId } = payload as { notificationId: string };
    const facts = { notificationId, attempt: job.attempts };
    const result = await limited(handle(notificationId, job.attempts));
    if (result === 'done') return log.info(facts, 'notification sent');
    if ('park' in result) return log.warn({ ...facts, reason: result.park }, 'notification refused, not tried again');
    const isLast = job.attempts >= job.max_attempts;
    log.warn({ ...facts, reason: result.retry }, isLast ? 'notification given up' : 'notification will be tried again');
    if (isLast) await onGivenUp(notificationId, result.retry);
    throw new Error(result.retry);
  };

  async function work(): Promise<void> {
    const { Logger, runTaskList } = await import('graphile-worker');
    for (let wait = RESTART_MIN_MS; !isStopping; wait = Math.min(wait * 2, RESTART_MAX_MS)) {
      const startedAt = Date.now();
      // Not run(): its timetable, which nobody uses here, can hold up a restart for a minute.
      workers = runTaskList(
        {
          noHandleSignals: true,
          logger: workerLogger(Logger, log),
          // Without a batch delay nobody waits for these two writes, and one that fails ends the process.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        },
        { [TASK]: task },
        pool,
      );
      await workers.promise.catch((error: unknown) =>
        log.warn({ reason: nameOf(error) }, 'mail queue stopped working'),
      );
      workers = undefined;
      if (Date.now() - startedAt > 60_000) wait = RESTART_MIN_MS;
      if (!isStopping) await pause(wait);
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const working = work();
  const sweep = setInterval(() => {
    releaseLeftBehind(pool).catch((error: unknown) => log.debug({ reason: nameOf(error) }, 'mail queue sweep failed'));
  }, SWEEP_MS);
  sweep.unref();

  async function stop(): Promise<void> {
    isStopping = true;
    clearInterval(sweep);
    endPause();
    const ending = workers;
    Promise.resolve(ending?.gracefulShutdown()).catch(() => {});
    const force = setTimeout(() => {
      Promise.resolve(ending?.forcefulShutdown('the server was stopped')).catch(() => {});
    }, STOP_GRACE_MS);
    let limit: NodeJS.Timeout | undefined;
    await Promise.race([working, new Promise((resolve) => (limit = setTimeout(resolve, STOP_LIMIT_MS)))]);
    clearTimeout(limit);
    clearTimeout(force);
  }

  return { isRunning: () => workers !== undefined && !isStopping, stop };
}

/** How many notifications wait, how many of those have failed before, and how many were given up. */
export async function mailQueueBacklog(pool: pg.Pool): Promise<{ waiting: number; failing: number; givenUp: number }> {
  const { rows } = await pool.query<{ waiting: number; failing: number; givenUp: number }>(
    `select count(*) filter (where attempts < max_attempts)::int as waiting,
       count(*) filter (where attempts < max_attempts and last_error is not null)::int as failing,
       count(*) filter (where attempts >= max_attempts and locked_at is null)::int as "givenUp"
     from graphile_worker.jobs where task_identifier = $1`,
    [TASK],
  );
  return rows[0]!;
}

/** Gives back the jobs of processes that were killed: without this they would wait for hours. */
async function releaseLeftBehind(pool: pg.Pool): Promise<void> {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by)) from graphile_worker.jobs
     where task_identifier = $1 and locked_at < now() - make_interval(secs => $2) having count(*) > 0`,
    [TASK, LEFT_BEHIND_S],
  );
}

async function limited(work: Promise<JobResult>): Promise<JobResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<JobResult>((resolve) => {
    timer = setTimeout(() => resolve({ retry: `not ready within ${JOB_LIMIT_MS / 1000} s` }), JOB_LIMIT_MS);
  });
  const named = work.catch((error: unknown): JobResult => ({ retry: `unexpected ${nameOf(error)}` }));
  return Promise.race([named, late]).finally(() => clearTimeout(timer));
}
