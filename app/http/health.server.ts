import type { RequestHandler, Response } from 'express';
import { perApp, type App } from '#db/app.ts';
import { listenerDownFor } from '#db/changes.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { mailQueueBacklog } from '../mail/mail-jobs.server.ts';
import { hasDatabaseEnded } from './database-keeper.server.ts';

/** `read` is null until the queue has started. */
export const findMailQueue = perApp('mail queue', () => ({
  read: null as (() => Promise<{ isRunning: boolean } & Awaited<ReturnType<typeof mailQueueBacklog>>>) | null,
  undelivered: 0,
}));

export const alive: RequestHandler = (_request, response) => answerPlain(response, 200, 'ok');

const LISTENER_DOWN_MS = 1000; // longer than a lost connection takes to come back
const findHealth = perApp('health', () => ({ isStopping: false, store: { isReady: true, isBusy: false, asked: NaN } }));

/** Makes `/readyz` answer 503, so that balancers send requests elsewhere. */
export const markStopping = (app: App) => void (findHealth(app).isStopping = true);
export const isStopping = (app: App): boolean => findHealth(app).isStopping;

/**
 * Only the database makes a process unready, since everything but files works without the document store. The store's
 * state is that of the last check, so that nobody waits for a silent store.
 */
export const ready: RequestHandler = (_request, response, next) => {
  const { app } = response.locals.context;
  const { isStopping, store } = findHealth(app);
  if (isStopping) return answerPlain(response, 503, 'stopping');
  void checkStore(app);
  const answer = (isReady: boolean) => {
    if (hasDatabaseEnded(app)) answerPlain(response, 503, 'database has ended and is being started again');
    else if (!isReady) answerPlain(response, 503, 'database does not answer');
    else if (listenerDownFor(app) > LISTENER_DOWN_MS) answerPlain(response, 503, 'database tells of no changes');
    else answerPlain(response, 200, store.isReady ? 'ready' : 'ready, but the document store does not answer');
  };
  isDatabaseReady(app).then(answer, next);
};

function answerPlain(response: Response, status: number, text: string): void {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  response.writeHead(status, headers).end(`${text}\n`);
}

const STORE_CHECK_MS = 1000;
const STORE_LATE_MS = 1200;

/** A store that is late counts as down until it answers. */
async function checkStore(app: App): Promise<void> {
  const { store } = findHealth(app);
  if (store.isBusy || performance.now() - store.asked < STORE_CHECK_MS) return; // NaN before the first check
  store.isBusy = true;
  store.asked = performance.now();
  const late = setTimeout(() => (store.isReady = false), STORE_LATE_MS);
  await isStoreReady(app);
  clearTimeout(late);
  store.isBusy = false;
}

/** Whether the database answers and accepts writes. SQL: reads a setting. */
const isDatabaseReady = (app: App): Promise<boolean> =>
  forkEntityManager(app)
    .execute<{ transaction_read_only: string }[]>('show transaction_read_only')
    .then(
      ([row]) => row!.transaction_read_only === 'off',
      () => false,
    );

/** @returns sentences for staff */
export async function systemProblems(app: App): Promise<string[]> {
  const [isDatabaseUp, isStoreUp, mail] = await Promise.all([
    isDatabaseReady(app),
    isStoreReady(app),
    mailQueueProblem(app),
  ]);
  return [
    isDatabaseUp ? null : 'The database is not responding.',
    isStoreUp
      ? null
      : 'The document store is not responding: documents, pictures and files of enquiries cannot be opened or uploaded.',
    mail,
  ].filter((problem) => problem !== null);
}

async function isStoreReady(app: App): Promise<boolean> {
  const { store } = findHealth(app);
  return (store.isReady = await succeeds(app.store.check()));
}

export const succeeds = (check: Promise<unknown>): Promise<boolean> =>
  check.then(
    () => true,
    () => false,
  );

export async function mailQueueProblem(app: App): Promise<string | null> {
  try {
    const state = await findMailQueue(app).read?.();
    if (!state?.isRunning) return 'The mail queue is not running: mails are waiting.';
    const { failing, reason } = state;
    if (!failing) return null;
    const mails = failing === 1 ? '1 mail is' : `${failing} mails are`;
    return `The mail service is failing: ${mails} being retried${reason ? ` (${reason})` : ''}.`;
  } catch {
    return 'The mail queue cannot be checked.';
  }
}
