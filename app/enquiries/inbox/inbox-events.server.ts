import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';
import { perApp, type App } from '#db/app.ts';
import { onChange } from '#db/changes.ts';
import { forkEntityManager } from '#db/orm.ts';
import { eventHub, formatEvent, refuseStream, type Events } from '../../http/events/event-hub.server.ts';
import { log } from '../../http/log.server.ts';
import { findStaff, HAS_NOT_ENDED, owesSecondFactor } from '../../accounts/guards.server.ts';
import { reaches, type Role } from '../../accounts/staff.schema.ts';
import { countMessages } from '../message-tables.server.ts';

const READ_AFTER = new Set(['messages', 'sessions', 'users', 'settings']);
const READ_EVERY_MS = 1000; // one look at the database serves all streams
const findInbox = perApp('inbox events', (app) => ({
  // No change notice tells that a session has expired, so the heartbeat checks.
  hub: eventHub<{ key: number; sessionId: number }>({ inAll: 1000, perKey: 20 }, () => readAgain(app)),
  counts: '',
  isStale: true,
  lastRead: 0,
  timer: undefined as NodeJS.Timeout | undefined,
}));

/**
 * `GET /admin/events`: the counts at once and after each change; `signed-out` when the session has ended or belongs to no
 * admin any more. 401 when signed out, 403 below admin, 503 without the database.
 */
export const inboxEvents: Events = {
  answer: (request, response, next) => void open(request, response).catch(next),
  start: (app) =>
    onChange(app, (table) => {
      if (table === null || READ_AFTER.has(table)) readAgain(app);
    }),
  sendAway: (app, withinMs) => findInbox(app).hub.sendAway(withinMs),
  end(app) {
    const inbox = findInbox(app);
    inbox.hub.endAll();
    clearTimeout(inbox.timer);
  },
};

async function open(request: IncomingMessage, response: Response): Promise<void> {
  const { app } = response.locals.context;
  const inbox = findInbox(app);
  const cookie = { cookie: request.headers.cookie ?? '' };
  let staff: Awaited<ReturnType<typeof findStaff>>;
  try {
    // A context of its own, in which no session is renewed: a stream's headers are sent at once.
    staff = await findStaff({ app }, new Request(app.env.appUrl, { headers: cookie }));
  } catch (error) {
    log.warn({ err: error }, 'inbox stream refused');
    return refuseStream(response, 503);
  }
  if (!staff) return refuseStream(response, 401);
  if (!reaches(staff.role, 'admin') || owesSecondFactor(staff)) return refuseStream(response, 403);
  const { sessionId, accountId } = staff;
  inbox.hub.open(request, response, { key: accountId, sessionId }, inbox.isStale ? undefined : inbox.counts);
  if (inbox.isStale) readSoon(app);
}

function readAgain(app: App): void {
  findInbox(app).isStale = true;
  readSoon(app);
}

/** Reads at once, or a second after the last time. */
function readSoon(app: App): void {
  const inbox = findInbox(app);
  if (inbox.timer || !inbox.hub.streams.size) return;
  const wait = Math.max(0, inbox.lastRead + READ_EVERY_MS - Date.now());
  inbox.timer = setTimeout(() => {
    inbox.lastRead = Date.now();
    inbox.isStale = false;
    read(app)
      .catch((error: unknown) => {
        inbox.isStale = true;
        log.warn({ err: error }, 'inbox could not be read');
      })
      .finally(() => {
        inbox.timer = undefined;
        if (inbox.isStale) readSoon(app);
      });
  }, wait).unref();
}

/** Checks the sessions first, so that nobody who is no admin any more gets a count. */
async function read(app: App): Promise<void> {
  const inbox = findInbox(app);
  const em = forkEntityManager(app);
  const asked = [...inbox.hub.streams];
  // SQL: all streams in one query.
  const live = await em.execute<{ id: number; role: Role }[]>(
    `select s.id, u.role from sessions s join users u on u.id = s.account_id
     where s.id = any(?::int[]) and not lacks_second_factor(s.account_id)
       and ${HAS_NOT_ENDED}`,
    [`{${asked.map(({ owner }) => owner.sessionId).join(',')}}`],
  );
  const admins = new Set(live.filter(({ role }) => reaches(role, 'admin')).map(({ id }) => id));
  for (const stream of asked.filter(({ owner }) => !admins.has(owner.sessionId)))
    inbox.hub.end(stream, formatEvent('signed-out', {}));
  inbox.counts = formatEvent('messages', await countMessages(em));
  inbox.hub.tell(inbox.counts);
}
