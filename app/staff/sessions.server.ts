import { createHash, randomBytes } from 'node:crypto';
import { raw } from '@mikro-orm/core';
import { createCookie, type AppLoadContext } from '@remix-run/node';
import { Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../activity/activities.server.ts';
import { env, sessionSecrets } from '../env.server.ts';
import { clientAddress, setCookie } from '../http/context.server.ts';
import { setPassword } from './accounts.server.ts';
import { deviceName } from './device-name.ts';
import { logSecurityEvent } from './security-events.server.ts';
import { noteUse } from './session-use.server.ts';
import type { Role, Staff } from './staff.schema.ts';
import { tellOwner } from './tell-owner.server.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Who is signed in, once anybody has asked. */
    session?: Promise<LiveSession | null>;
  }
}

const ACCESS_SECONDS = 3600;
/** Within three ticks of 30 s before its expiry a session is renewed (specification, section 9). */
const RENEW_WITHIN_SECONDS = 90;
export const IDLE_DAYS = 7; // an unused sign-in ends
export const ABSOLUTE_DAYS = 30; // and so does any other

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
  /** Whether the account still has the password that the first start has printed. */
  hasFirstPassword: boolean;
  /** Whether an admin would have to set a second factor up now. */
  lacksSecondFactor: boolean;
  /** Whether they look behind the maintenance screen. */
  isLooking: boolean;
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

/** New tokens, and what the database keeps of them. Its own clock says when they expire. */
function newTokens() {
  const token = () => randomBytes(32).toString('base64url');
  const tokens: Tokens = { accessToken: token(), refreshToken: token() };
  const kept = {
    accessToken: hash(tokens.accessToken),
    refreshToken: hash(tokens.refreshToken),
    expiresIn: ACCESS_SECONDS,
    expiresAt: raw<Date>('now() + make_interval(secs => ?)', [ACCESS_SECONDS]),
  };
  return { tokens, kept };
}

/** What the cookie says: the tokens, and whose they are, so that this is known when the session is no more. */
const cookieLine = (tokens: Tokens, account: number) => cookie.serialize({ ...tokens, account });

/** The tokens that a request carries, valid or not. */
async function tokensOf(request: Request): Promise<(Tokens & { account?: unknown }) | null> {
  if (!hasSessionCookie(request)) return null;
  const tokens = (await cookie.parse(request.headers.get('cookie'))) as Partial<Tokens> | null;
  const isWhole = typeof tokens?.accessToken === 'string' && typeof tokens.refreshToken === 'string';
  return isWhole ? (tokens as Tokens) : null;
}

/** Whether a request carries session tokens, valid or not; costs no query. */
export const hasSessionCookie = (request: Request): boolean =>
  request.headers.get('cookie')?.includes(`${cookie.name}=`) ?? false;

/** Whose session a request's cookie was given for, which may have ended; null for who never had one, or signed out. */
export async function accountOfCookie(request: Request): Promise<number | null> {
  const account = (await tokensOf(request))?.account;
  return typeof account === 'number' ? account : null;
}

/**
 * Starts a session for an account, in place of the one that the browser had.
 * @param isPasswordGiven whether it was signed in to with the password, which then is not asked for again at once
 * @returns the Set-Cookie line that gives the browser its tokens
 */
export async function startSession(
  em: EntityManager,
  context: AppLoadContext,
  accountId: number,
  request: Request,
  isPasswordGiven = true,
): Promise<string> {
  const old = await tokensOf(request);
  const { tokens, kept } = newTokens();
  await em.transactional(async (tx) => {
    if (old) await tx.nativeDelete(Session, { refreshToken: hash(old.refreshToken) });
    const user = await tx.findOne(User, { id: accountId });
    await tx.insert(Session, {
      account: accountId,
      role: user?.role ?? null,
      passwordAt: isPasswordGiven ? raw<Date>('now()') : null,
      device: deviceName(request.headers.get('user-agent')),
      address: clientAddress(context),
      ...kept,
    });
  });
  return cookieLine(tokens, accountId);
}

/**
 * Changes one's own password: every other session of the account ends, and this one gets new tokens at once.
 * @returns the Set-Cookie line that gives them to the browser
 */
export async function changeOwnPassword(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  staff: Staff,
  password: string,
): Promise<string> {
  const { tokens, kept } = newTokens();
  await em.transactional(async (tx) => {
    await setPassword(tx, staff.email, password, staff.sessionId);
    await recordActivity(tx, 'password', actorOf(context, staff.email), 'Changed their own password');
    await tellOwner(tx, context, request, staff.email, 'newPassword');
    const now = {
      previousAccessToken: null,
      previousExpiresAt: null,
      refreshedAt: raw<Date>('now()'),
      passwordAt: raw<Date>('now()'),
    };
    await tx.nativeUpdate(Session, { id: staff.sessionId }, { ...kept, ...now });
  });
  return cookieLine(tokens, staff.accountId);
}

/**
 * The session of a request, read once a request. It is renewed when it is near its expiry, and when the account has
 * another role than its tokens were given for.
 * @returns null when signed out, expired or ended
 */
export function findSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  return (context.session ??= readSession(em, context, request));
}

// SQL: one statement finds the session and judges its times by the database's clock; every request of staff waits for it.
const READ = `select s.id as "sessionId", a.id as "accountId", a.email, u.role, a.has_first_password as "hasFirstPassword",
    lacks_second_factor(a.id) as "lacksSecondFactor", s.is_looking as "isLooking",
    (extract(epoch from s.expires_at - now()) * 1000)::int as "expiresInMs",
    (s.access_token = :access and s.expires_at > now())
      or (s.previous_access_token = :access and s.previous_expires_at > now()) as "isAlive",
    s.refresh_token = :refresh
      and (s.expires_at < now() + make_interval(secs => :within) or s.role is distinct from u.role) as "isDue",
    s.last_used_at < now() - interval '1 minute' as "isNotNoted"
  from sessions s join accounts a on a.id = s.account_id left join users u on u.id = a.id
  where a.deactivated_at is null and (s.access_token = :access or s.previous_access_token = :access or s.refresh_token = :refresh)
    and s.refreshed_at > now() - make_interval(days => :idle) and s.created_at > now() - make_interval(days => :absolute)`;

async function readSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  const tokens = await tokensOf(request);
  if (!tokens) return null;
  const [row] = await em.execute<(LiveSession & { isAlive: boolean; isDue: boolean; isNotNoted: boolean })[]>(READ, {
    access: hash(tokens.accessToken),
    refresh: hash(tokens.refreshToken),
    within: RENEW_WITHIN_SECONDS,
    idle: IDLE_DAYS,
    absolute: ABSOLUTE_DAYS,
  });
  if (!row) return null;
  const { isAlive, isDue, isNotNoted, ...session } = row;
  if (isNotNoted && (isAlive || isDue)) noteUse(context, request, row.sessionId);
  // without our own HTTP shell nobody would carry the new tokens out: the old ones then hold until they expire
  if (isDue && context.requestId !== undefined) {
    const expiresInMs = await renew(em, context, session, tokens.refreshToken);
    // null: a request beside this one was first, and the old access token now counts as the previous one
    return expiresInMs === null ? readSession(em, context, request) : { ...session, expiresInMs };
  }
  return isAlive ? session : null;
}

/**
 * Exchanges the refresh token once. Requests under way with the old access token may finish on it, unless the role has
 * changed: then it ends at once.
 */
async function renew(
  em: EntityManager,
  context: AppLoadContext,
  { sessionId, accountId }: LiveSession,
  refreshToken: string,
): Promise<number | null> {
  const { tokens, kept } = newTokens();
  const [row] = await em.execute<{ seconds: number }[]>(
    // SQL: what becomes of the old token depends on the row as it is, also for two requests at the same moment
    `update sessions s set access_token = :access, refresh_token = :refresh, role = u.role,
       previous_access_token = case when s.role is not distinct from u.role then s.access_token end,
       previous_expires_at = greatest(s.expires_at, now() + interval '30 seconds'),
       refreshed_at = now(), expires_at = now() + make_interval(secs => s.expires_in)
     from accounts a left join users u on u.id = a.id
     where a.id = s.account_id and s.id = :id and s.refresh_token = :old returning s.expires_in as seconds`,
    { access: kept.accessToken, refresh: kept.refreshToken, id: sessionId, old: hash(refreshToken) },
  );
  if (!row) return null;
  setCookie(context, await cookieLine(tokens, accountId));
  return row.seconds * 1000;
}

/** Ends the request's session at once. @returns the Set-Cookie line that takes the tokens from the browser */
export async function endSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<string> {
  const session = await findSession(em, context, request);
  if (session) {
    await em.transactional(async (tx) => {
      if (await tx.nativeDelete(Session, { id: session.sessionId }))
        await recordActivity(tx, 'sign-out', actorOf(context, session.email), 'Signed out');
    });
    logSecurityEvent('session_ended', session.accountId, context);
  }
  return cookie.serialize('', { maxAge: 0 });
}

/** Forgets sessions that can never be used again. */
export async function sweepSessions(em: EntityManager): Promise<void> {
  await em.execute(
    'delete from sessions where refreshed_at < now() - make_interval(days => ?) or created_at < now() - make_interval(days => ?)',
    [IDLE_DAYS, ABSOLUTE_DAYS],
  );
}
