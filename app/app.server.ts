import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { App } from '#db/app.ts';
import { followChanges, refreshAllSnapshots } from '#db/cached-snapshot.ts';
import { throwPlainly } from '#db/check-database.ts';
import { onListenerDown, startListening, stopListening } from '#db/changes.ts';
import type { HeldDatabase } from '#db/connection.ts';
import { openApp } from '#db/open-app.ts';
import { forkEntityManager, migrate } from '#db/orm.ts';
import { addNewTexts, seedIfEmpty } from '#db/starting-content/seed.ts';
import { accounts } from './accounts/accounts.area.server.ts';
import { addFirstAdmin, adminProblem } from './accounts/accounts.server.ts';
import { admin } from './admin/admin.area.server.ts';
import { audit } from './audit/audit.area.server.ts';
import { content } from './content/content.area.server.ts';
import { UPLOAD_MS } from './content/documents/pdf-check.ts';
import { answerRedirect } from './content/redirects/answer-redirect.server.ts';
import { countMissed } from './content/redirects/missing-paths.server.ts';
import { companyDetails } from './content/texts/page-content.server.ts';
import { enquiries } from './enquiries/enquiries.area.server.ts';
import { environmentWarnings, sessionSecrets, type Env } from './env.server.ts';
import type { Area } from './http/area.ts';
import { keepDatabaseUp } from './http/database-keeper.server.ts';
import { drain, acceptWaiting } from './http/drain.server.ts';
import { markStopping } from './http/health.server.ts';
import { http as ownArea } from './http/http.area.server.ts';
import { log } from './http/log.server.ts';
import { sendQueuedMails } from './http/queued-mails.server.ts';
import { startPeriodicWork } from './http/periodic-work.server.ts';
import { addMetrics } from './http/metrics.server.ts';
import { endRequests, nodeServer } from './http/node-server.server.ts';
import { isUnavailable } from './http/refusals/unavailable.server.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { MailSender } from './mail/mail.ts';
import { migrateMailQueue } from './mail/mail-jobs.server.ts';
import { isMailed, mailSender } from './mail/sender.server.ts';
import {
  answerSiteEvents,
  findSiteEvents,
  maintenance,
  tellSiteStatus,
} from './maintenance/maintenance.area.server.ts';
import { isSiteClosed } from './maintenance/require-site-open.server.ts';
import { keepPagesReady } from './render/pages-ahead.server.ts';
import { makeRenderer } from './render/remix.server.ts';
import { shell, type ShellParts } from './render/shell.server.ts';
import type { DocumentStore } from './storage/document-store.ts';
import { tryDocumentStore } from './storage/start-check.server.ts';
import { documentStore } from './storage/store.server.ts';

const areas: Area[] = [ownArea, audit, accounts, maintenance, content, enquiries, admin];
const hooks = Object.assign({}, ...areas.map((area) => area.hooks)) as NonNullable<Area['hooks']>;

const MOVE_MS = 800; // within which open pages reconnect to another process, one after the other
const SERVED_MS = 3500; // the last refusals and the end of the database have a second more

interface Parts extends Pick<ShellParts, 'build' | 'devFiles'>, Partial<Pick<App, 'clock'>> {
  env: Env;
  database: HeldDatabase;
  store?: DocumentStore;
  mailer?: MailSender;
}

interface Started {
  /** Only if this start made the first account. */
  firstAdmin: Awaited<ReturnType<typeof addFirstAdmin>>;
  adminProblem: string | null;
}

/** Its server does not listen yet; several can run in one process. @throws EnvironmentError for a bad session secret */
export async function createApp({ build, devFiles, database, ...given }: Parts) {
  const { env } = given;
  const app = await openApp({ store: documentStore(env), mailer: mailSender(env), ...given }, database.connection);
  sessionSecrets(app); // so that a bad secret fails now, and not when somebody signs in
  const limits = areas.flatMap(({ bodyLimits }) => bodyLimits ?? []);
  const handler = shell(app, {
    build,
    devFiles,
    events: answerSiteEvents,
    hooks,
    isClosed: isSiteClosed,
    bodyLimits: (address) => limits.map((limit) => limit(address, app)).find(Boolean),
    redirect: answerRedirect,
    context(request, response, next) {
      response.locals.context.companyName = companyDetails(app).name;
      response.once('finish', () => response.statusCode === 404 && countMissed(app, request));
      next();
    },
  });
  const isProxied = env.TRUST_PROXY > 0;
  const server = nodeServer(handler, securityHeaders(env.isSecure), UPLOAD_MS + 60_000, isProxied);
  const ends: (() => unknown)[] = []; // called from the last to the first
  const endsOfWork: (() => unknown)[] = []; // called first: requests that are still answered do not wait for this work

  /**
   * Migrates the database, puts in the starting content, reads what pages need and starts the background work.
   * @throws Error with one plain line if the database or the store cannot be used
   */
  async function start(): Promise<Started> {
    const started = await openDatabase(app, database);
    ends.push(
      () => database.release(),
      () => app.orm.close(true),
    );
    ends.push(() => stopListening(app));
    ends.push(followChanges(app, (error, failure) => log.warn({ err: error }, failure)));
    await persistently(() => refreshAllSnapshots(app));
    tellSiteStatus(app);
    // Open pages reconnect, to another process if there is one, when this one hears of no changes any more.
    ends.push(onListenerDown(app, () => isProxied && findSiteEvents(app).sendAway(MOVE_MS)));
    endsOfWork.push(sendQueuedMails(app, database.direct, areas));
    for (const { metrics } of areas) addMetrics(app, metrics);
    endsOfWork.push(startPeriodicWork(app, areas));
    for (const { work } of areas) if (work) endsOfWork.push(work(app, database.direct));
    return started;
  }

  /** Work for visitors to come, once the server listens: not in dev. */
  function workAhead(): void {
    if (typeof build !== 'function') ends.push(keepPagesReady(app, makeRenderer(app, build), () => isSiteClosed(app)));
  }

  /** Answers what is under way, then ends everything. */
  async function stop(): Promise<void> {
    const served = sleep(SERVED_MS, undefined, { ref: false });
    const worked = Promise.all(endsOfWork.map((end) => end()));
    markStopping(app);
    await (isProxied ? drain(app, server, () => findSiteEvents(app).sendAway(MOVE_MS)) : acceptWaiting(server));
    findSiteEvents(app).endAll();
    await endRequests(app, server, served);
    await worked;
    for (const end of ends.reverse()) await end();
  }

  return { app, handler, server, start, workAhead, stop };
}

async function openDatabase(app: App, database: HeldDatabase): Promise<Started> {
  keepDatabaseUp(app, database);
  const started: Started = { firstAdmin: null, adminProblem: null };
  try {
    await tryDocumentStore(app);
    const bringUpToDate = async (pool: pg.Pool) => {
      await migrateMailQueue(pool, log);
      await seedIfEmpty(forkEntityManager(app), path.resolve('db/starting-content/documents'), (key, bytes) =>
        app.store.put(key, bytes),
      );
      await addNewTexts(forkEntityManager(app));
      started.firstAdmin ??= await addFirstAdmin(app);
      started.adminProblem = await adminProblem(forkEntityManager(app));
    };
    await persistently(() => migrate(database.direct, bringUpToDate));
    await persistently(() => startListening(app, database.direct));
    return started;
  } catch (error) {
    await app.orm.close(true);
    await database.release();
    throw error;
  }
}

/** The database has just answered, but on a busy machine may need another chance. */
async function persistently(work: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 5 || !isUnavailable(error)) throwPlainly(error);
      await sleep(500);
    }
  }
}

const NOT_MAILED =
  'no mail service is set (SMTP_URL or POSTMARK_SERVER_TOKEN): mails are kept in DATA_DIR/outbox, not mailed';

const homesOf = ({ DATABASE_URL, S3_BUCKET, dataDir }: Env) =>
  new Set([DATABASE_URL ? 'the database of DATABASE_URL' : dataDir, S3_BUCKET ? `the bucket ${S3_BUCKET}` : dataDir]);

export const startLines = (env: Env, { firstAdmin, adminProblem }: Started): string[] => [
  `Data lives in ${[...homesOf(env)].join(' and ')}`,
  ...environmentWarnings(env).map((warning) => `Warning: ${warning}`),
  ...(isMailed(env) ? [] : [`Warning: ${NOT_MAILED}`]),
  ...(adminProblem ? [`Warning: ${adminProblem}`] : []),
  ...(firstAdmin ? [`First admin: ${firstAdmin.email}, password: ${firstAdmin.password} (shown only this once)`] : []),
];
