import { raw } from '@mikro-orm/core';
import { redirect, type AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { clientAddress } from '../../http/context.server.ts';
import { deviceName } from '../../http/device-name.ts';
import { paths } from '../../paths.ts';
import { localDateTime } from '../../time/dates.ts';
import { hashToken } from '../account-tokens.server.ts';
import type { Staff } from '../guards.server.ts';
import { findSession } from './find-session.server.ts';
import { clearCookie, HAS_NOT_ENDED, newTokens, readTokens, writeCookie } from './session-cookie.server.ts';

/**
 * Starts a session in place of the one that the browser had.
 * @param isPasswordGiven whether the password was just given, so that it is not asked for again at once
 * @returns the Set-Cookie line with its tokens
 */
export async function startSession(
  em: EntityManager,
  context: AppLoadContext,
  accountId: number,
  request: Request,
  isPasswordGiven: boolean,
): Promise<string> {
  const old = await readTokens(context.app, request);
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
  return writeCookie(context.app, tokens, accountId);
}

/**
 * Gives the session new tokens after its owner has given the password. The old tokens end at once.
 * @returns the Set-Cookie line with them
 * @throws a redirect to the login page if the session has ended meanwhile, by another new password or a deactivation
 */
export async function replaceTokens(em: EntityManager, { sessionId, accountId }: Staff): Promise<string> {
  const { tokens, kept } = newTokens();
  const now = raw<Date>('now()');
  const given = { previousAccessToken: null, previousExpiresAt: null, refreshedAt: now, passwordAt: now };
  if (!(await em.nativeUpdate(Session, { id: sessionId }, { ...kept, ...given }))) throw redirect(paths.admin.login);
  return writeCookie(findApp(em), tokens, accountId);
}

/** @returns the Set-Cookie line that removes the tokens */
export async function endSession(em: EntityManager, context: AppLoadContext, request: Request): Promise<string> {
  const session = await findSession(em, context, request);
  if (session)
    await em.transactional(async (tx) => {
      if (await tx.nativeDelete(Session, { id: session.sessionId }))
        await recordActivity(tx, 'sign-out', actorOf(context, session.email), 'Signed out');
    });
  return clearCookie(context.app);
}

/** SQL: by the database's clock. */
export const sweepSessions = (em: EntityManager): Promise<unknown> =>
  em.execute(`delete from sessions s where not (${HAS_NOT_ENDED})`);

const MOST_OTHERS = 50;

export async function listOwnSessions(em: EntityManager, { accountId, sessionId }: Staff) {
  type Row = Record<'device' | 'since' | 'lastUsed', string> & { id: number; isThis: boolean; address: string | null };
  // SQL: finds and counts them in one statement
  const rows = await em.execute<(Row & { total: number })[]>(
    `select id, device, address, created_at as since, last_used_at as "lastUsed", id = :own as "isThis", count(*) over ()::int as total
     from sessions s where account_id = :account and ${HAS_NOT_ENDED}
     order by id = :own desc, last_used_at desc, id desc limit :most`,
    { own: sessionId, account: accountId, most: 1 + MOST_OTHERS },
  );
  const sessions = rows.map(({ total: _, since, lastUsed, ...session }) => ({
    ...session,
    since: localDateTime(new Date(since)),
    lastUsed: localDateTime(new Date(lastUsed)),
  }));
  return { sessions, more: (rows[0]?.total ?? 0) - rows.length };
}

/** @returns how many were ended; 0 for a session that has ended already, or is somebody else's */
export const endOwnSessions = (em: EntityManager, { accountId, sessionId, by }: Staff, which: number | 'others') =>
  em.transactional(async (tx) => {
    const [{ device } = {}] = which === 'others' ? [] : await tx.find(Session, { account: accountId, id: which });
    const id = which === 'others' ? { $ne: sessionId } : { $eq: which, $ne: sessionId };
    const count = await tx.nativeDelete(Session, { account: accountId, id });
    const what = which === 'others' ? `Ended all other sessions: ${count}` : `Ended a session: ${device}`;
    if (count || which === 'others') await recordActivity(tx, 'sign-out', by, what);
    return count;
  });
