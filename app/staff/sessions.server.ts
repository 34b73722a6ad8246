import { raw } from '@mikro-orm/core';
import { redirect, type AppLoadContext } from '@remix-run/node';
import { Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../activity/activities.server.ts';
import { clientAddress, setCookie } from '../http/context.server.ts';
import { paths } from '../paths.ts';
import { hashToken } from './account-tokens.server.ts';
import { deviceName } from './device-name.ts';
import { logSecurityEvent } from './security-events.server.ts';
import { ABSOLUTE_DAYS, cookieLine, newTokens, noSessionCookie, tokensOf } from './session-cookie.server.ts';
import { noteUse } from './session-use.server.ts';
import type { Role, Staff } from './staff.schema.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Who is signed in, once anybody has asked. */
    session?: Promise<LiveSession | null>;
  }
}

/** Within three ticks of 30 s before its expiry a session is renewed (specification, section 9). */
const RENEW_WITHIN_SECONDS = 90;
export const IDLE_DAYS = 7; // an unused sign-in ends

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
  /** Whether the password was given so long ago, if ever, that a change of the account's protection asks for it. */
  isPasswordAsked: boolean;
  /** In words. */
  device: string;
  /** Whether they look behind the maintenance screen. */
  isLooking: boolean;
  /** Milliseconds until it has to be renewed, by the database's clock. */
  expiresInMs: number;
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
    if (old) await tx.nativeDelete(Session, { refreshToken: hashToken(old.refreshToken) });
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
 * Puts new tokens in the place of a session's, whose owner has just given the password; the old ones are dead at once.
 * @returns the Set-Cookie line that gives them to the browser
 * @throws a redirect to the login page if the session has ended meanwhile, by another new password or a deactivation
 */
export async function replaceTokens(em: EntityManager, { sessionId, accountId }: Staff): Promise<string> {
  const { tokens, kept } = newTokens();
  const now = raw<Date>('now()');
  const given = { previousAccessToken: null, previousExpiresAt: null, refreshedAt: now, passwordAt: now };
  if (!(await em.nativeUpdate(Session, { id: sessionId }, { ...kept, ...given }))) throw redirect(paths.admin.login);
  return cookieLine(tokens, accountId);
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
    lacks_second_factor(a.id) as "lacksSecondFactor", s.device, s.is_looking as "isLooking",
    coalesce(s.password_at < now() - interval '10 minutes', true) as "isPasswordAsked",
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
    access: hashToken(tokens.accessToken),
    refresh: hashToken(tokens.refreshToken),
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
    { access: kept.accessToken, refresh: kept.refreshToken, id: sessionId, old: hashToken(refreshToken) },
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
  return noSessionCookie();
}

/** Forgets sessions that can never be used again. */
export async function sweepSessions(em: EntityManager): Promise<void> {
  await em.execute(
    'delete from sessions where refreshed_at < now() - make_interval(days => ?) or created_at < now() - make_interval(days => ?)',
    [IDLE_DAYS, ABSOLUTE_DAYS],
  );
}
