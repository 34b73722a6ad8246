import { createHash, randomBytes } from 'node:crypto';
import { createCookie, type AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { env, sessionSecrets } from '../env.server.ts';
import { setCookie } from '../http/context.server.ts';
import type { Role } from './staff.schema.ts';

const ACCESS_SECONDS = 3600;
/** Within three ticks of 30 s before its expiry a session is renewed (specification, section 9). */
const RENEW_WITHIN_SECONDS = 90;
const IDLE_DAYS = 7; // an unused sign-in ends
const ABSOLUTE_DAYS = 30; // and so does any other

/** The tokens a browser holds; the database keeps only their hashes. */
interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** A live session and whose it is. `role` is null for an account without a role record. */
export interface LiveSession {
  sessionId: number;
  accountId: number;
  email: string;
  role: Role | null;
  /** Milliseconds until it has to be renewed, by the database's clock. */
  expiresInMs: number;
}

const cookie = createCookie(env().isSecure ? '__Host-session' : 'session', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: env().isSecure,
  secrets: sessionSecrets(),
  maxAge: ABSOLUTE_DAYS * 86_400,
});

const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const newTokens = (): Tokens => ({
  accessToken: randomBytes(32).toString('base64url'),
  refreshToken: randomBytes(32).toString('base64url'),
});

/** Starts a session for an account. @returns the Set-Cookie line that gives the browser its tokens */
export async function startSession(em: EntityManager, accountId: number): Promise<string> {
  const tokens = newTokens();
  await em.execute(
    `insert into sessions (account_id, access_token, refresh_token, expires_in, expires_at)
     values (?, ?, ?, ?, now() + make_interval(secs => ?))`,
    [accountId, hash(tokens.accessToken), hash(tokens.refreshToken), ACCESS_SECONDS, ACCESS_SECONDS],
  );
  return cookie.serialize(tokens);
}

/** Whether a request carries session tokens, valid or not; costs no query. */
export const hasSessionCookie = (request: Request): boolean =>
  request.headers.get('cookie')?.includes(`${cookie.name}=`) ?? false;

const found = new WeakMap<object, Promise<LiveSession | null>>();

/**
 * The session of a request, read once a request, renewed when it is near its expiry.
 * @returns null when signed out, expired or ended
 */
export function findSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  let session = found.get(context);
  if (!session) found.set(context, (session = readSession(em, context, request)));
  return session;
}

async function readSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  if (!hasSessionCookie(request)) return null;
  const tokens = (await cookie.parse(request.headers.get('cookie'))) as Partial<Tokens> | null;
  if (typeof tokens?.accessToken !== 'string' || typeof tokens.refreshToken !== 'string') return null;
  const [row] = await em.execute<(LiveSession & { isAlive: boolean; isDue: boolean })[]>(
    `select s.id as "sessionId", a.id as "accountId", a.email, u.role,
       (extract(epoch from s.expires_at - now()) * 1000)::int as "expiresInMs",
       (s.access_token = ? and s.expires_at > now()) or (s.previous_access_token = ? and s.previous_expires_at > now()) as "isAlive",
       s.refresh_token = ? and s.expires_at < now() + make_interval(secs => ?) as "isDue"
     from sessions s join accounts a on a.id = s.account_id left join users u on u.id = a.id
     where (s.access_token = ? or s.previous_access_token = ? or s.refresh_token = ?)
       and s.refreshed_at > now() - make_interval(days => ?) and s.created_at > now() - make_interval(days => ?)`,
    [
      hash(tokens.accessToken),
      hash(tokens.accessToken),
      hash(tokens.refreshToken),
      RENEW_WITHIN_SECONDS,
      hash(tokens.accessToken),
      hash(tokens.accessToken),
      hash(tokens.refreshToken),
      IDLE_DAYS,
      ABSOLUTE_DAYS,
    ],
  );
  if (!row) return null;
  const { isAlive, isDue, ...session } = row;
  // without our own HTTP shell nobody would carry the new tokens out: the old ones then hold until they expire
  if (isDue && context.requestId !== undefined) {
    const expiresInMs = await renew(em, context, row.sessionId, tokens.refreshToken);
    // null: a request beside this one was first, and the old access token now counts as the previous one
    return expiresInMs === null ? readSession(em, context, request) : { ...session, expiresInMs };
  }
  return isAlive ? session : null;
}

/** Exchanges the refresh token once. Requests under way with the old access token may finish on it. */
async function renew(
  em: EntityManager,
  context: AppLoadContext,
  sessionId: number,
  refreshToken: string,
): Promise<number | null> {
  const tokens = newTokens();
  const [row] = await em.execute<{ seconds: number }[]>(
    `update sessions set previous_access_token = access_token, previous_expires_at = greatest(expires_at, now() + interval '30 seconds'),
       access_token = ?, refresh_token = ?, refreshed_at = now(), expires_at = now() + make_interval(secs => expires_in)
     where id = ? and refresh_token = ? returning expires_in as seconds`,
    [hash(tokens.accessToken), hash(tokens.refreshToken), sessionId, hash(refreshToken)],
  );
  if (!row) return null;
  setCookie(context, await cookie.serialize(tokens));
  return row.seconds * 1000;
}

/** Ends the request's session at once. @returns the Set-Cookie line that takes the tokens from the browser */
export async function endSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<string> {
  const session = await findSession(em, context, request);
  if (session) await em.execute('delete from sessions where id = ?', [session.sessionId]);
  return cookie.serialize('', { maxAge: 0 });
}

/** Forgets sessions that can never be used again. */
export async function sweepSessions(em: EntityManager): Promise<void> {
  await em.execute(
    'delete from sessions where refreshed_at < now() - make_interval(days => ?) or created_at < now() - make_interval(days => ?)',
    [IDLE_DAYS, ABSOLUTE_DAYS],
  );
}
