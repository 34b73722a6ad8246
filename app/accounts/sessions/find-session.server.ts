import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { clientAddress, setCookie } from '../../http/context.server.ts';
import { deviceName } from '../../http/device-name.ts';
import { log } from '../../http/log.server.ts';
import { hashToken } from '../account-tokens.server.ts';
import type { Role } from '../staff.schema.ts';
import { HAS_NOT_ENDED, newTokens, readTokens, writeCookie } from './session-cookie.server.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    session?: Promise<LiveSession | null>;
  }
}

/** Three polls of 30 s (specification, section 9). */
const RENEW_WITHIN_SECONDS = 90;

export interface LiveSession {
  sessionId: number;
  accountId: number;
  email: string;
  /** Null for an account without a role record. */
  role: Role | null;
  /** The name that clients read. */
  name: string | null;
  /** Whether single keys are shortcuts in the staff area. */
  hasKeys: boolean;
  /** The account still has the password that the first start printed. */
  hasFirstPassword: boolean;
  /** An admin would have to set up a second factor now. */
  lacksSecondFactor: boolean;
  /** The password was given too long ago to change the account's protection, or never. */
  isPasswordAsked: boolean;
  device: string;
  /** Sees the site behind the maintenance screen. */
  isLooking: boolean;
  /** How long until the session must be renewed, by the database's clock. */
  expiresInMs: number;
}

/** Reads the session, once a request; renews it near its expiry or after a change of role. @returns null without one */
export function findSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  return (context.session ??= readSession(em, context, request));
}

/** SQL: the browser still uses the old tokens, so the new ones have not arrived. */
const IS_LOST = `(s.previous_access_token = :access and s.previous_expires_at > now()
  and s.refreshed_at < now() - interval '25 seconds')`;

// SQL: reads four tables and the database's clock in one statement, since every request of staff waits for it.
const READ = `select s.id as "sessionId", a.id as "accountId", a.email, a.name, a.has_keys as "hasKeys", u.role, a.has_first_password as "hasFirstPassword",
    lacks_second_factor(a.id) as "lacksSecondFactor", s.device, s.is_looking as "isLooking",
    coalesce(s.password_at < now() - interval '10 minutes', true) as "isPasswordAsked",
    (extract(epoch from s.expires_at - now()) * 1000)::float8 as "expiresInMs",
    (s.access_token = :access and s.expires_at > now())
      or (s.previous_access_token = :access and s.previous_expires_at > now()) as "isAlive",
    (s.refresh_token = :refresh
      and (s.expires_at < now() + make_interval(secs => :within) or s.role is distinct from u.role)) or ${IS_LOST} as "isDue",
    s.last_used_at < now() - interval '1 minute' as "isNotNoted"
  from sessions s join accounts a on a.id = s.account_id left join users u on u.id = a.id
  where a.deactivated_at is null and (s.access_token = :access or s.previous_access_token = :access or s.refresh_token = :refresh)
    and ${HAS_NOT_ENDED}`;

async function readSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<LiveSession | null> {
  const tokens = await readTokens(context.app, request);
  if (!tokens) return null;
  const [access, refresh] = [hashToken(tokens.accessToken), hashToken(tokens.refreshToken)];
  type Row = LiveSession & { isAlive: boolean; isDue: boolean; isNotNoted: boolean };
  const [row] = await em.execute<Row[]>(READ, { access, refresh, within: RENEW_WITHIN_SECONDS });
  if (!row) return null;
  const { isAlive, isDue, isNotNoted, ...session } = row;
  if (isNotNoted && (isAlive || isDue)) recordUse(context, request, row.sessionId);
  // Without our HTTP shell nothing would send new tokens; the old ones are valid until they expire.
  if (isDue && context.requestId !== undefined) {
    const expiresInMs = await renew(em, context, session, { access, refresh });
    // Null if another request was first: the old access token is the previous one by now.
    return expiresInMs === null ? readSession(em, context, request) : { ...session, expiresInMs };
  }
  return isAlive ? session : null;
}

/** Exchanges the tokens once. Requests with the old access token may finish, unless the role has changed. */
async function renew(
  em: EntityManager,
  context: AppLoadContext,
  { sessionId, accountId }: LiveSession,
  old: { access: string; refresh: string },
): Promise<number | null> {
  const { tokens, kept } = newTokens();
  const [row] = await em.execute<{ seconds: number }[]>(
    // SQL: the old token's end depends on the present row, also for two requests at the same moment.
    `update sessions s set access_token = :newAccess, refresh_token = :newRefresh, role = u.role,
       previous_access_token = case when s.role is not distinct from u.role
         then case when s.refresh_token = :refresh then s.access_token else s.previous_access_token end end,
       previous_expires_at = greatest(case when s.refresh_token = :refresh then s.expires_at end, now() + interval '30 seconds'),
       refreshed_at = now(), expires_at = now() + make_interval(secs => s.expires_in)
     from accounts a left join users u on u.id = a.id
     where a.id = s.account_id and s.id = :id and (s.refresh_token = :refresh or ${IS_LOST}) returning s.expires_in as seconds`,
    { newAccess: kept.accessToken, newRefresh: kept.refreshToken, id: sessionId, ...old },
  );
  if (!row) return null;
  setCookie(context, await writeCookie(context.app, tokens, accountId));
  return row.seconds * 1000;
}

/** Stores the last use, at most once a minute. No answer waits for it. */
function recordUse(context: AppLoadContext, request: Request, id: number): void {
  const isOld = { $lt: raw<Date>("now() - interval '1 minute'") };
  const device = deviceName(request.headers.get('user-agent'));
  const use = { lastUsedAt: raw<Date>('now()'), address: clientAddress(context), device };
  forkEntityManager(context.app)
    .nativeUpdate(Session, { id, lastUsedAt: isOld }, use)
    .catch((error: unknown) => log.warn({ requestId: context.requestId, err: error }, 'use of a session not noted'));
}
