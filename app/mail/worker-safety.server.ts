import type { EventEmitter } from 'node:events';
import type * as Worker from 'graphile-worker';
import type pg from 'pg';

type Say = (facts: object, message: string) => void;
/** What of a pino logger the queue uses. */
export type QueueLog = { debug: Say; info: Say; warn: Say };

/** An error by its code or kind. Its text is left out: that may repeat what a visitor wrote. */
export function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
}

const guarded = new WeakSet<object>();

/** A connection that breaks while nobody listens for its errors would end the process. */
export function surviveLostConnections(pool: pg.Pool, log: QueueLog): void {
  const listen = (emitter: pg.Pool | pg.PoolClient): void => {
    if (guarded.has(emitter)) return;
    guarded.add(emitter);
    (emitter as EventEmitter).on('error', (error) =>
      log.debug({ reason: nameOf(error) }, 'mail queue lost a connection'),
    );
  };
  if (guarded.has(pool)) return;
  listen(pool);
  pool.on('connect', listen);
  pool.on('acquire', listen);
}

/** The worker's own lines, of which only the first part is free of payloads and stacks. */
export function workerLogger(Logger: typeof Worker.Logger, log: QueueLog): Worker.Logger {
  return new Logger(() => (level, message) => {
    const isTrouble = level === 'error' || level === 'warning';
    // The outcome of a job is logged by its task.
    const say = isTrouble && !message.startsWith('Failed task') ? 'warn' : 'debug';
    log[say]({ worker: message.split('\n')[0] }, 'mail queue');
  });
}

/**
 * A worker whose first look at its tables failed remembers that failure and never finds a job again (graphile-worker
 * 0.18, taskIdentifiers): so the first failed look ends it, and a new one is started when the database answers.
 */
export function endAfterFailure(workers: Worker.WorkerPool, events: Worker.WorkerEvents): void {
  let isEnding = false;
  events.once('pool:gracefulShutdown', () => (isEnding = true));
  events.once('worker:getJob:error', () => {
    setImmediate(() => {
      if (!isEnding) Promise.resolve(workers.gracefulShutdown()).catch(() => {});
    });
  });
}
