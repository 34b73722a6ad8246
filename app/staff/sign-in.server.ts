import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Account } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../activity/activities.server.ts';
import { clientAddress } from '../http/context.server.ts';
import { log } from '../http/log.server.ts';
import { countHit, takeBackHit, type Limit } from '../http/rate-limit.server.ts';
import { startHalfSignIn } from '../second-factor/half-sign-in.server.ts';
import { findAccountId } from './accounts.server.ts';
import { authenticate } from './auth.server.ts';
import { deviceCookie, findDevice } from './device-cookie.server.ts';
import { logSecurityEvent } from './security-events.server.ts';
import { startSession } from './sessions.server.ts';
import { tellOwner } from './tell-owner.server.ts';
import { afterSignIn } from './way-back.server.ts';

export const LIMIT_SECONDS = 180;
const limit = (name: string): Limit => ({ name, max: 10, seconds: LIMIT_SECONDS });
const byDevice = limit('sign-in-device');
const byAddress = limit('sign-in-address');
const byAccount = limit('sign-in-account');

type SignIn =
  | ({ outcome: 'signed-in' } & SignedIn)
  /** The password is right, and a code is still owed. */
  | { outcome: 'half'; cookies: string[] }
  | { outcome: 'wrong' }
  | { outcome: 'too-many' };

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
  const half = await startHalfSignIn(em, { id: accountId, email });
  if (half) return { outcome: 'half', cookies: [half] };
  return { outcome: 'signed-in', ...(await finishSignIn(em, context, request, { id: accountId, email })) };
}

/** Where whoever is let in goes, and the Set-Cookie lines by which the browser is known from now on. */
export interface SignedIn {
  to: string;
  cookies: string[];
}

/** How somebody has shown who they are, as the activity log says it. */
type SignInWay = 'with the password' | `with the password and a ${string}` | 'with a passkey';

/**
 * Lets somebody in who has shown who they are.
 * @param how with a passkey, which is both factors in one, or else with the password
 */
export async function finishSignIn(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { id, email }: { id: number; email: string },
  how: SignInWay = 'with the password',
): Promise<SignedIn> {
  const session = await em.transactional(async (tx) => {
    if (!(await findDevice(request, email))) await tellOfNewDevice(tx, context, request, { id, email });
    await tx.nativeUpdate(Account, { id }, { lastSignInAt: raw<Date>('now()') });
    await recordActivity(tx, 'sign-in', actorOf(context, email), `Signed in ${how}`);
    return startSession(tx, context, id, request, how !== 'with a passkey');
  });
  logSecurityEvent('authn_login_success', id, context);
  const { to, cookies } = await afterSignIn(request, id);
  return { to, cookies: [session, await deviceCookie(request, email), ...cookies] };
}

/** Not of the very first sign-in. Nobody is kept out because the mail cannot be queued. */
async function tellOfNewDevice(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { id, email }: { id: number; email: string },
): Promise<void> {
  if (await em.count(Account, { id, lastSignInAt: null })) return;
  await em
    .transactional((tx) => tellOwner(tx, context, request, email, 'newDevice'))
    .catch((error: unknown) => log.warn({ requestId: context.requestId, err: error }, 'new device not told'));
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
