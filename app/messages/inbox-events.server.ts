import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppLoadContext } from '@remix-run/node';
import { onChange } from '#db/changes.ts';
import { forkEntityManager } from '#db/orm.ts';
import { env } from '../env.server.ts';
import { answerHeaders } from '../http/context.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { findStaff } from '../staff/guards.server.ts';
import { reaches, type Role } from '../staff/staff.schema.ts';
import { countMessages } from './messages.server.ts';

const HEARTBEAT_MS = 25_000;
const READ_AFTER = new Set(['messages', 'sessions', 'users']);
const READ_EVERY_MS = 1000; // one look at the database serves all streams
const MAX_STREAMS = 1000;
const MAX_STREAMS_PER_ACCOUNT = 20;
const MAX_WAITING_BYTES = 64 * 1024; // a client that does not read is dropped

interface Stream {
  response: ServerResponse;
  sessionId: number;
  accountId: number;
  sent: string;
}
interface Hub {
  streams: Set<Stream>;
  /** The counts as last read, as an event. */
  counts: string;
  /** Something may have changed since then: a message, a session, a role. */
  isStale: boolean;
  lastRead: number;
  timer: NodeJS.Timeout | null;
  heartbeat: NodeJS.Timeout | null;
  unfollow: (() => void) | null;
  isEnded: boolean;
}
const held = globalThis as unknown as { __inbox?: Hub };
const hub: Hub = (held.__inbox ??= {
  streams: new Set(),
  counts: '',
  isStale: true,
  lastRead: 0,
  timer: null,
  heartbeat: null,
  unfollow: null,
  isEnded: false,
});

/**
 * Answers `GET /admin/events`: the message counts at once and after each change, `signed-out` when the session has
 * ended or is no admin's any more, a comment every 25 s. 401 when signed out, 403 below admin, 429 beyond the number of
 * streams an account may hold, 503 when all are taken or the database does not answer.
 */
export async function openInboxStream(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refuse = (status: number) => {
    const headers = { 'Cache-Control': 'no-store', ...(status > 403 ? { 'Retry-After': '10' } : {}) };
    response.writeHead(status, headers).end();
  };
  const context: AppLoadContext = {};
  let staff: Awaited<ReturnType<typeof findStaff>>;
  try {
    staff = await findStaff(context, new Request(env().appUrl, { headers: { cookie: request.headers.cookie ?? '' } }));
  } catch (error) {
    log.warn({ err: describeError(error) }, 'inbox stream refused');
    return refuse(503);
  }
  for (const line of answerHeaders(context).cookies) response.appendHeader('Set-Cookie', line); // a renewed session
  if (!staff) return refuse(401);
  if (!reaches(staff.role, 'admin')) return refuse(403);
  const { sessionId, accountId } = staff;
  if (hub.isEnded || hub.streams.size >= MAX_STREAMS) return refuse(503);
  if ([...hub.streams].filter((stream) => stream.accountId === accountId).length >= MAX_STREAMS_PER_ACCOUNT)
    return refuse(429);
  const headers = {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  };
  response.writeHead(200, headers);
  if (request.method === 'HEAD') return void response.end();
  if (response.closed) return; // gone while we asked
  response.flushHeaders();
  const stream: Stream = { response, sessionId, accountId, sent: '' };
  hub.streams.add(stream);
  response.once('close', () => hub.streams.delete(stream));
  request.socket.setNoDelay(true);
  follow();
  if (hub.isStale) readSoon();
  else write(stream, hub.counts);
}

/** Ends every stream, at shutdown; later ones are refused. */
export function endInboxStreams(): void {
  hub.isEnded = true;
  hub.unfollow?.();
  if (hub.timer) clearTimeout(hub.timer);
  if (hub.heartbeat) clearInterval(hub.heartbeat);
  for (const { response } of hub.streams) response.end();
}

function follow(): void {
  hub.unfollow ??= onChange((table) => {
    if (table !== null && !READ_AFTER.has(table)) return;
    hub.isStale = true;
    readSoon();
  });
  hub.heartbeat ??= setInterval(() => {
    for (const { response } of hub.streams) response.write(':\n\n');
    hub.isStale = true; // an expired session tells nobody
    readSoon();
  }, HEARTBEAT_MS).unref();
}

/** Reads at once, or a second after the last time; what changes meanwhile is read after that. */
function readSoon(): void {
  if (hub.timer || hub.isEnded || !hub.streams.size) return;
  const wait = Math.max(0, hub.lastRead + READ_EVERY_MS - Date.now());
  hub.timer = setTimeout(() => {
    hub.lastRead = Date.now();
    hub.isStale = false;
    read()
      .catch((error: unknown) => {
        hub.isStale = true;
        log.warn({ err: describeError(error) }, 'inbox could not be read');
      })
      .finally(() => {
        hub.timer = null;
        if (hub.isStale) readSoon();
      });
  }, wait).unref();
}

/** Sessions first: who is no admin any more gets no count. */
async function read(): Promise<void> {
  const em = forkEntityManager();
  const asked = [...hub.streams];
  const live = await em.execute<{ id: number; role: Role }[]>(
    'select s.id, u.role from sessions s join users u on u.id = s.account_id where s.id = any(?::int[])',
    [`{${asked.map(({ sessionId }) => sessionId).join(',')}}`],
  );
  const admins = new Set(live.filter(({ role }) => reaches(role, 'admin')).map(({ id }) => id));
  for (const stream of asked.filter(({ sessionId }) => !admins.has(sessionId))) {
    hub.streams.delete(stream);
    stream.response.end('event: signed-out\ndata: {}\n\n');
  }
  hub.counts = `event: messages\ndata: ${JSON.stringify(await countMessages(em))}\n\n`;
  for (const stream of hub.streams) write(stream, hub.counts);
}

function write(stream: Stream, event: string): void {
  if (stream.sent === event) return;
  stream.sent = event;
  if (stream.response.writableLength > MAX_WAITING_BYTES) stream.response.destroy();
  else stream.response.write(event);
}
