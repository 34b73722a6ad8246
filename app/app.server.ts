import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BoundedClient, timeouts } from '#db/bounded-client.ts';
import { beginDatabase, type BegunDatabase } from '#db/connection.ts';
import { onListenerDown, startListening, stopListening } from '#db/changes.ts';
import { followChanges, refreshAllSnapshots } from '#db/cached-snapshot.ts';
import { closeOrm, forkEntityManager, migrate, openOrm, useOrm } from '#db/orm.ts';
import { remember } from '#db/remember.ts';
import { seedIfEmpty } from '#db/starting-content/seed.ts';
import { giveUpAcknowledgement, sendAcknowledgement } from './enquiries/mails/acknowledgements.server.ts';
import { giveUpNotification, sendNotification } from './enquiries/mails/notifications.server.ts';
import { env, environmentWarnings, sessionSecrets, startWarnings } from './env.server.ts';
import { sendEventsAway, startEvents } from './events.server.ts';
import { addFigures, undelivered } from './metrics.server.ts';
import { keepDatabaseUp } from './http/database-keeper.server.ts';
import { watchMailQueue } from './http/health.server.ts';
import { log } from './http/log.server.ts';
import { isUnavailable } from './http/refusals/unavailable.server.ts';
import { followWindow } from './maintenance/follow-window.server.ts';
import { giveUpReply, sendReplyMail } from './enquiries/conversation/replies.server.ts';
import { giveUpReminder, sendReminder } from './enquiries/reminders/reminders.server.ts';
import { mailQueueBacklog, migrateMailQueue, startMailQueue } from './mail/mail-queue.server.ts';
import { mailSender } from './mail/sender.server.ts';
import { smtpProblem } from './mail/smtp-sender.server.ts';
import { addAccount, listAccounts } from './accounts/accounts.server.ts';
import { generatePassword, hashPassword } from './accounts/passwords/password.server.ts';
import { giveUpStaffMail, sendStaffMail } from './accounts/staff-mails.server.ts';
import { startPeriodicWork } from './periodic-work.server.ts';
import { tryDocumentStore } from './storage/start-check.server.ts';
import { documentStore } from './storage/store.server.ts';

const FIRST_ADMIN = 'admin@example.com';

export interface Application {
  /** Set only when this start made the first account. */
  firstAdmin: { email: string; password: string } | null;
  dataHome: string;
  /** Ends everything cleanly; the HTTP server must be closed before. */
  stop(): Promise<void>;
}

/** What a start says: where the data lives, what may surprise, and the first account, once. */
export const startLines = ({ dataHome, firstAdmin }: Application): string[] => [
  `Data lives in ${dataHome}`,
  ...startWarnings(env()).map((warning) => `Warning: ${warning}`),
  ...(firstAdmin ? [`First admin: ${firstAdmin.email}, password: ${firstAdmin.password} (shown only this once)`] : []),
];

/** How the mails of each kind are sent, and what becomes of those that cannot be. */
const mails = {
  notification: { send: sendNotification, giveUp: giveUpNotification },
  reply: { send: sendReplyMail, giveUp: giveUpReply },
  acknowledgement: { send: sendAcknowledgement, giveUp: giveUpAcknowledgement },
  reminder: { send: sendReminder, giveUp: giveUpReminder },
  staff: { send: sendStaffMail, giveUp: giveUpStaffMail },
};

const once = remember<{ application?: Promise<Application> }>('application', () => ({}));

/**
 * Opens the database, brings it up to date, puts in the starting content, reads what pages need and starts the
 * background work.
 * @param begun the database, where it is on its way already
 * @throws Error with one plain line if the database cannot be used
 */
export const startApplication = (begun?: BegunDatabase): Promise<Application> => (once.application ??= start(begun));

async function start(begun?: BegunDatabase): Promise<Application> {
  for (const warning of environmentWarnings(env())) log.warn(warning);
  sessionSecrets(); // one that cannot be used is met now, and not by whoever signs in
  begun ??= await beginDatabase(env(), 'server');
  const { connection, direct } = begun;
  const orm = await openOrm(connection); // connects when first needed
  performance.mark('entities');
  const database = await begun.ready();
  performance.mark('database ready');
  keepDatabaseUp(database);
  const store = documentStore(env());
  const queuePool = new pg.Pool({ ...direct, ...timeouts, Client: BoundedClient, max: 3 });
  let firstAdmin: Application['firstAdmin'] = null;
  try {
    await tryDocumentStore(env());
    useOrm(orm);
    const bringUpToDate = async (pool: pg.Pool) => {
      await migrateMailQueue(pool, log);
      await seedIfEmpty(forkEntityManager(), path.resolve('db/starting-content/documents'), (key, bytes) =>
        store.put(key, bytes),
      );
      firstAdmin = (await addFirstAdmin()) ?? firstAdmin;
    };
    await persistently(() => migrate(direct, bringUpToDate));
    performance.mark('up to date');
    await persistently(() => startListening(direct));
  } catch (error) {
    await database.release();
    throw error;
  }
  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);
  const unfollow = followChanges((error, failure) => failed(failure)(error));
  await persistently(refreshAllSnapshots);
  performance.mark('content');
  startEvents();
  const unfollowWindow = followWindow();
  // If this process no longer hears of changes, its open pages reconnect to one that does; if there is none, they come
  // back here and stay.
  const unfollowListener = onListenerDown(() => {
    if (env().TRUST_PROXY) sendEventsAway();
  });
  const sender = mailSender(env());
  const mailQueue = startMailQueue({
    pool: queuePool,
    log,
    handle: async (id, attempt, kind) => {
      const result = await mails[kind].send(sender, id, attempt);
      if (result !== 'done' && 'park' in result) undelivered.mails++;
      return result;
    },
    onGivenUp: (id, reason, kind) => {
      undelivered.mails++;
      return mails[kind].giveUp(id, reason);
    },
  });
  watchMailQueue(async () => ({ isRunning: mailQueue.isRunning(), ...(await mailQueueBacklog(queuePool)) }));
  addFigures(store, async () => (await mailQueueBacklog(queuePool)).waiting);
  void tryMailServer();
  const stopWork = startPeriodicWork(store);

  async function stop(): Promise<void> {
    stopWork();
    unfollow();
    unfollowWindow();
    unfollowListener();
    await mailQueue.stop();
    await stopListening();
    await closeOrm();
    await queuePool.end();
    await database.release();
    once.application = undefined;
  }
  return { firstAdmin, dataHome: database.embeddedDir ? env().dataDir : 'the database of DATABASE_URL', stop };
}

/** A mail server that fails now may work when it is needed: it is told, and stops nothing. */
async function tryMailServer(): Promise<void> {
  const { SMTP_URL } = env();
  const problem = SMTP_URL ? await smtpProblem(SMTP_URL) : null;
  if (problem) log.warn(problem);
}

/** The database answered a moment ago: on a machine that is starting many things at once it may need a second chance. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 5 || !isUnavailable(error)) throw error;
      await sleep(500);
    }
  }
}

async function addFirstAdmin(): Promise<Application['firstAdmin']> {
  const em = forkEntityManager();
  if ((await listAccounts(em)).length) return null;
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  const admin = { email: FIRST_ADMIN, passwordHash, role: 'admin', hasFirstPassword: true } as const;
  await em.transactional((tx) => addAccount(tx, admin, { who: 'first start', address: null }));
  return { email: FIRST_ADMIN, password };
}
