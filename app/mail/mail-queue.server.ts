import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as Worker from 'graphile-worker';
import type pg from 'pg';
import {
  abandonedMails,
  allMailKinds,
  mailKinds,
  hurryWaiting,
  isMailQueueReady,
  keepHeld,
  keepOnly,
  bringForward,
  releaseLeftBehind,
  type MailKind,
} from './mail-jobs.server.ts';
import { ANSWER_S, type KEPT } from './mail.ts';
import { endAfterFailure, nameOf, surviveLostConnections, workerLogger } from './worker-safety.server.ts';
import type { QueueLog } from './worker-safety.server.ts';

const READ_LIMIT_S = 15; // a mail that came in
const SEND_LIMIT_S = 15 + ANSWER_S;
const REPLY_LIMIT_S = 145 + ANSWER_S; // with as many files as it may have, which take 25 to read and 115 to send
const HELD_MS = 5000; // a job is said to be worked on long before it counts as left behind
const SWEEP_MS = 5000;

// A try that fails leaves its error. A mail with tries but no error has ended the process each time, and would again.
const DEADLY_TRIES = 3;
const DEADLY = 'the site stopped three times while it read it';

const FIRST_WAIT_MS = 500; // visitors of a server that has just started are answered before the queue is loaded
const RESTART_MS = 1000;
const STOP_GRACE_MS = 2500;
const STOP_LIMIT_MS = 4000;

/** Words are what was done, for the log. `retry` and `park` name the reason, without personal data; `only` as in `Mail`. */
export type JobResult = 'sent' | typeof KEPT | 'read' | 'not needed' | Retry | { park: string };
type Retry = { retry: string; only?: string[] | undefined };

interface MailQueueOptions {
  /** At least 4 connections, with time limits. The caller closes it after `stop`. */
  pool: pg.Pool;
  log: QueueLog;
  /** Tries to send. `attempt` counts from 1. A rejection counts as a retry. */
  handle: (id: string, attempt: number, kind: MailKind, only?: string[]) => Promise<JobResult>;
  onGivenUp: (id: string, reason: string, kind: MailKind) => Promise<void>;
}

/**
 * Sends one mail at a time, and reads those that came in beside that: a silent mail server must not hold them up. When the
 * database ends a worker, another one starts. Installs no signal handlers.
 */
export function startMailQueue({ pool, log, handle, onGivenUp }: MailQueueOptions) {
  surviveLostConnections(pool, log);
  let starting = 2;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const workers = new Set<Worker.WorkerPool>();

  const taskOf =
    (kind: MailKind): Worker.Task =>
    async (payload, { job }) => {
      const given = payload as { id?: string; notificationId?: string; only?: string[] };
      const { notificationId, id = notificationId!, only } = given;
      const facts = { [`${kind}Id`]: id, attempt: job.attempts };
      const keeping = setInterval(() => {
        keepHeld(pool, job).catch((error: unknown) => log.debug({ reason: nameOf(error) }, 'job not kept'));
      }, HELD_MS);
      const limit = { inbound: READ_LIMIT_S, reply: REPLY_LIMIT_S }[kind as string] ?? SEND_LIMIT_S;
      const isDeadly = kind === 'inbound' && job.attempts > DEADLY_TRIES && job.last_error === null;
      if (isDeadly) await onGivenUp(id, DEADLY, kind);
      const result = isDeadly
        ? { park: DEADLY }
        : await limited(limit, async () => handle(id, job.attempts, kind, only));
      clearInterval(keeping);
      if (typeof result === 'string') {
        log.info(facts, `${kind} ${result}`);
        return hurryWaiting(pool).catch((error: unknown) => log.debug({ reason: nameOf(error) }, 'mails not hurried'));
      }
      if ('park' in result) return log.warn({ ...facts, reason: result.park }, `${kind} refused, not tried again`);
      if (result.only) await keepOnly(pool, job, result.only);
      const isLast = job.attempts >= job.max_attempts;
      log.warn({ ...facts, reason: result.retry }, `${kind} ${isLast ? 'given up' : 'will be tried again'}`);
      if (isLast)
        await onGivenUp(id, result.retry, kind).catch((error: unknown) => {
          log.warn({ ...facts, reason: nameOf(error) }, `${kind} given up, but not marked so`);
        });
      throw new Error(result.retry);
    };

  async function work(kinds: readonly MailKind[]): Promise<void> {
    let isStarting = true;
    const started = () => {
      starting -= Number(isStarting);
      isStarting = false;
    };
    await pause(FIRST_WAIT_MS);
    if (isStopping()) return;
    const { Logger, runTaskList } = await import('graphile-worker');
    for (; !isStopping(); await pause(RESTART_MS)) {
      const isReady = await isMailQueueReady(pool);
      if (!isReady) started();
      if (!isReady || isStopping()) continue;
      const events: Worker.WorkerEvents = new EventEmitter();
      // Not run(): its crontab, unused here, can delay a restart by a minute.
      const running = runTaskList(
        {
          noHandleSignals: true,
          logger: workerLogger(Logger, log),
          events,
          // With a batch delay a failed write would end the process.
          preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
        },
        Object.fromEntries(kinds.map((kind) => [mailKinds[kind].task, taskOf(kind)])),
        pool,
      );
      workers.add(running);
      started();
      endAfterFailure(running, events);
      await running.promise.catch(() => {});
      workers.delete(running);
      log.debug({}, 'mail queue worker ended');
    }
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {}); // a stop ends it

  const working = Promise.all([work(allMailKinds.filter((kind) => kind !== 'inbound')), work(['inbound'])]);
  const sweep = setInterval(() => {
    releaseLeftBehind(pool)
      .then(() => bringForward(pool))
      .then(async () => {
        for (const { kind, id } of await abandonedMails(pool)) await onGivenUp(id, 'its last try was cut short', kind);
      })
      .catch((error: unknown) => log.debug({ reason: nameOf(error) }, 'mail queue sweep failed'));
  }, SWEEP_MS);
  sweep.unref();

  /** Ends within 4 seconds. An unfinished job is released and tried again. */
  async function stop(): Promise<void> {
    stopping.abort();
    clearInterval(sweep);
    const ending = [...workers];
    for (const each of ending) Promise.resolve(each.gracefulShutdown()).catch(() => {});
    const force = setTimeout(() => {
      for (const each of ending) Promise.resolve(each.forcefulShutdown('the server was stopped')).catch(() => {});
    }, STOP_GRACE_MS);
    await Promise.race([working, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
    clearTimeout(force);
  }

  return { isRunning: () => (starting > 0 || workers.size === 2) && !isStopping(), stop };
}

async function limited(seconds: number, work: () => Promise<JobResult>): Promise<JobResult> {
  const late = sleep(seconds * 1000, { retry: `not ready within ${seconds} s` }, { ref: false });
  const named = work().catch((error: unknown): JobResult => ({ retry: `unexpected ${nameOf(error)}` }));
  return Promise.race([named, late]);
}
