import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
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

type SignIn = { outcome: 'signed-in'; cookies: string[] } | { outcome: 'wrong' } | { outcome: 'too-many' };

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
    logSecurityEvent('authn_login_fail_max', await findAccountId(em, email), context);
    return { outcome: 'too-many' };
  }
  const accountId = await authenticate(em, credentials);
  if (accountId === null) {
    logSecurityEvent('authn_login_fail', await findAccountId(em, email), context);
    return { outcome: 'wrong' };
  }
  for (const [each, who] of limits) await takeBackHit(em, each, who);
  const cookies = [await startSession(em, accountId, request), await deviceCookie(request, email)];
  logSecurityEvent('authn_login_success', accountId, context);
  return { outcome: 'signed-in', cookies };
}
