import { raw } from '@mikro-orm/core';
import { redirect, type AppLoadContext } from '@remix-run/node';
import { findApp } from '#db/app.ts';
import { Session, User } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { clientAddress } from '../../http/context.server.ts';
import { paths } from '../../paths.ts';
import { hashToken } from '../account-tokens.server.ts';
import { deviceName } from '../../http/device-name.ts';
import { findSession } from './find-session.server.ts';
import { logSecurityEvent } from '../security-events.server.ts';
import { ABSOLUTE_DAYS, cookieLine, IDLE_DAYS, newTokens, noSessionCookie, tokensOf } from './session-cookie.server.ts';
import type { Staff } from '../staff.schema.ts';

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
  const old = await tokensOf(context.app, request);
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
  return cookieLine(findApp(em), tokens, accountId);
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
  return cookieLine(findApp(em), tokens, accountId);
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
  return noSessionCookie(context.app);
}

/** Forgets sessions that can never be used again. SQL: by the database's clock. */
export async function sweepSessions(em: EntityManager): Promise<void> {
  await em.execute(
    'delete from sessions where refreshed_at < now() - make_interval(days => ?) or created_at < now() - make_interval(days => ?)',
    [IDLE_DAYS, ABSOLUTE_DAYS],
  );
}
