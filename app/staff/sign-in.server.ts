import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Account } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../activity/activities.server.ts';
import { clientAddress } from '../http/context.server.ts';
import { countHit, takeBackHit, type Limit } from '../http/rate-limit.server.ts';
import { findAccountId } from './accounts.server.ts';
import { authenticate } from './auth.server.ts';
import { deviceCookie, findDevice } from './device-cookie.server.ts';
import { logSecurityEvent } from './security-events.server.ts';
import { startSession } from './sessions.server.ts';

export const LIMIT_SECONDS = 180;
const limit = (name: string): Limit => ({ name, max: 10, seconds: LIMIT_SECONDS });
const byDevice = limit('sign-in-device');
const byAddress = limit('sign-in-address');
const byAccount = limit('sign-in-account');

type SignIn =
  { outcome: 'signed-in'; accountId: number; cookies: string[] } | { outcome: 'wrong' } | { outcome: 'too-many' };

/**
 * Signs in, if the password is right and there have not been more than 10 failures in 3 minutes. A browser that has
 * signed in to the account before has a limit of its own; all others share the account's, and their address's. Once a
 * limit is reached the password is not looked at.
 */
export async function signIn(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  credentials: { email: string; password: string },
): Promise<SignIn> {
  const email = credentials.email.toLowerCase();
  const device = await findDevice(request, email);
  const limits: [Limit, string][] = device
    ? [[byDevice, device]]
    : [
        [byAddress, clientAddress(context)],
        [byAccount, email],
      ];
  // Every try counts as a failure until it has succeeded, so that tries at the same moment cannot slip through.
  for (const [each, who] of limits) {
    if (await countHit(em, each, who)) continue;
    await recordRefusal(em, context, 'authn_login_fail_max', email);
    return { outcome: 'too-many' };
  }
  const accountId = await authenticate(em, credentials);
  if (accountId === null) {
    await recordRefusal(em, context, 'authn_login_fail', email);
    return { outcome: 'wrong' };
  }
  for (const [each, who] of limits) await takeBackHit(em, each, who);
  const cookies = await finishSignIn(em, context, request, { id: accountId, email });
  return { outcome: 'signed-in', accountId, cookies };
}

/**
 * Lets somebody in who has shown who they are.
 * @returns the Set-Cookie lines of the session and of the device
 */
export async function finishSignIn(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { id, email }: { id: number; email: string },
): Promise<string[]> {
  const session = await em.transactional(async (tx) => {
    await tx.nativeUpdate(Account, { id }, { lastSignInAt: raw<Date>('now()') });
    await recordActivity(tx, 'sign-in', actorOf(context, email), 'Signed in with the password');
    return startSession(tx, id, request);
  });
  logSecurityEvent('authn_login_success', id, context);
  return [session, await deviceCookie(request, email)];
}

/** What a stranger typed is not written down: only an address that has an account is. Both take the same time. */
async function recordRefusal(
  em: EntityManager,
  context: AppLoadContext,
  event: 'authn_login_fail' | 'authn_login_fail_max',
  email: string,
): Promise<void> {
  const id = await findAccountId(em, email);
  const by = actorOf(context, id === null ? 'unknown account' : email);
  if (event === 'authn_login_fail') await recordActivity(em, 'sign-in-failed', by, 'Gave a wrong e-mail or password');
  else await recordActivity(em, 'sign-in-refused', by, 'Had tried too many times');
  logSecurityEvent(event, id, context);
}
