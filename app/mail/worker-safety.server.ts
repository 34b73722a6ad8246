import type { EventEmitter } from 'node:events';
import type * as Worker from 'graphile-worker';
import type pg from 'pg';

export type QueueLog = Record<'debug' | 'info' | 'warn', (facts: object, message: string) => void>;

/** The code or kind of an error. Its text may repeat what a visitor wrote. */
export function nameOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'error');
}

const guarded = new WeakSet<object>();

/** A pool without an error listener ends the process when a connection breaks. */
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

/** Only the first part of the worker's lines is free of payloads and stacks. */
export function workerLogger(Logger: typeof Worker.Logger, log: QueueLog): Worker.Logger {
  return new Logger(() => (level, message) => {
    const isTrouble = level === 'error' || level === 'warning';
    const say = isTrouble && !message.startsWith('Failed task') ? 'warn' : 'debug'; // the task logs its own outcome
    log[say]({ worker: message.split('\n')[0] }, 'mail queue');
  });
}

/**
 * Ends a worker whose first look at its tables failed: it remembers the failure and never finds a job (graphile-worker 0.18,
 * taskIdentifiers). A new one starts when the database answers.
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
