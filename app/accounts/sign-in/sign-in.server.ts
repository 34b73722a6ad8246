import type { AppLoadContext } from '@remix-run/node';
import { Authenticator } from 'remix-auth';
import { FormStrategy } from 'remix-auth-form';
import type { EntityManager } from '#db/orm.ts';
import { actorOf, recordActivity } from '../../audit/activities.server.ts';
import { clientAddress } from '../../http/context.server.ts';
import { log } from '../../http/log.server.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { storableText } from '../../http/storable-text.ts';
import { findAccount, findByPassword, type Verified } from '../accounts.server.ts';
import { startHalfSignIn } from '../second-factor/half-sign-in.server.ts';
import { logRefusal } from '../security-events.server.ts';
import { startSession } from '../sessions/sessions.server.ts';
import { tellOwner } from '../staff-mails.server.ts';
import { signInSchema } from '../staff.schema.ts';
import { findDevice, findKnown, writeDeviceCookie } from './device-cookie.server.ts';
import { findWayBack } from './way-back.server.ts';

export const LIMIT_SECONDS = 180;
const limit = (name: string, max = 10): Limit => ({ name, max, seconds: LIMIT_SECONDS });
const byDevice = limit('sign-in-device');
const byAllDevices = limit('sign-in-devices', 20);
const byAddress = limit('sign-in-address');
const byAccount = limit('sign-in-account');
const refusalLines = limit('sign-in-refusal', 1);

/**
 * Signs in if the password is right and there were fewer than 10 failures in 3 minutes. A browser that has signed in to
 * the account before has its own limit, and shares one of 20 with all such browsers; other browsers share the limits of
 * the account and of their address. At a limit the password is not checked.
 * @param request whose body has not been read
 * @returns `half` if the password is right, and a code is still needed
 */
export async function signIn(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  credentials: { email: string; password: string },
) {
  const email = credentials.email.toLowerCase();
  const device = await findDevice(em, request, email);
  const limits: [Limit, string][] = device
    ? [
        [byDevice, device],
        [byAllDevices, email],
      ]
    : [
        [byAddress, clientAddress(context)],
        [byAccount, email],
      ];
  // Each try is counted as a failure before it is checked, so that tries at the same moment cannot exceed the limit.
  for (const [each, who] of limits) {
    if (await countHit(em, each, who)) continue;
    await recordTooMany(em, context, await findAccount(em, email));
    return { outcome: 'limited' as const };
  }
  context.releaseSlot?.(); // many may wait until their passwords are compared
  const byPassword = new FormStrategy<Verified | null>(async ({ form }) => {
    const fields = Array.from(form, ([name, value]) => [name, storableText(String(value))]);
    const { email: typed, password } = signInSchema.parse(Object.fromEntries(fields));
    const isCounted = typed === credentials.email && password === credentials.password; // by the limits above
    return isCounted ? findByPassword(em, email, password, !device) : null;
  });
  const verified = await new Authenticator<Verified | null>().use(byPassword, 'form').authenticate('form', request);
  if (verified) for (const [each, who] of limits) await takeBackHit(em, each, who);
  const half = verified && (await startHalfSignIn(em, { ...verified, email }));
  if (half) return { outcome: 'half' as const, cookies: [half] };
  const signedIn = verified && (await finishSignIn(em, context, request, { ...verified, email }));
  if (signedIn) return { outcome: 'signed-in' as const, ...signedIn };
  const account = await findAccount(em, email); // also without an account, to take the same time
  if (account?.deactivatedAt)
    await recordFailure(em, context, account, 'Tried to sign in to a deactivated account', 'sign-in-refused');
  else await recordFailure(em, context, account, 'Gave a wrong e-mail or password');
  return { outcome: 'wrong' as const };
}

/**
 * Signs in somebody who has proved who they are. A given `passwordHash` must still be the account's.
 * @param how for the activity log; a passkey counts as two factors
 * @returns null if the password was changed or the account deactivated meanwhile
 */
export async function finishSignIn(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { id, email, passwordHash = null }: { id: number; email: string; passwordHash?: string | null },
  how: 'with the password' | `with the password and a ${string}` | 'with a passkey' = 'with the password',
) {
  const session = await em.transactional(async (tx) => {
    // SQL: locks the account. A new password or a deactivation either waits and then ends the session, or is seen here.
    const [account] = await tx.execute<{ isFirst: boolean }[]>(
      `with before as (select id, last_sign_in_at from accounts
         where id = ? and deactivated_at is null and password_hash = coalesce(?, password_hash) for no key update)
       update accounts a set last_sign_in_at = now() from before where a.id = before.id
       returning before.last_sign_in_at is null as "isFirst"`,
      [id, passwordHash],
    );
    if (!account) return null;
    if (!account.isFirst && !(await findKnown(context.app, request, email)))
      await tellOfNewDevice(tx, context, request, email);
    await recordActivity(tx, 'sign-in', actorOf(context, email), `Signed in ${how}`);
    return startSession(tx, context, id, request, how !== 'with a passkey');
  });
  if (!session) return null;
  const { to, cookies } = await findWayBack(context.app, request, id);
  return { to, cookies: [session, await writeDeviceCookie(em, request, email), ...cookies] };
}

/** Mails the owner. The sign-in succeeds even if the mail cannot be queued. */
const tellOfNewDevice = (em: EntityManager, context: AppLoadContext, request: Request, email: string): Promise<void> =>
  em
    .transactional((tx) => tellOwner(tx, email, 'newDevice', actorOf(context, email, request)))
    .catch((error: unknown) => log.warn({ requestId: context.requestId, err: error }, 'new device not told'));

type Someone = { id: number; email: string } | null | undefined;
/** Names the email only if it has an account. */
const findActor = (context: AppLoadContext, account: Someone) => actorOf(context, account?.email ?? 'unknown account');

export async function recordFailure(
  em: EntityManager,
  context: AppLoadContext,
  account: Someone,
  what: string,
  kind: 'sign-in-failed' | 'sign-in-refused' = 'sign-in-failed',
): Promise<void> {
  await recordActivity(em, kind, findActor(context, account), what);
  logRefusal('authn_login_fail', account?.id ?? null, context);
}

/** Records it once for each period of the limit, because the activity log keeps lines for a year. */
export async function recordTooMany(
  em: EntityManager,
  context: AppLoadContext,
  account: Someone,
  what = 'Had tried too many times',
): Promise<void> {
  const by = findActor(context, account);
  await em.transactional(async (tx) => {
    if (await countHit(tx, refusalLines, `${by.address} ${by.who} ${what}`))
      await recordActivity(tx, 'sign-in-refused', by, what);
  });
  logRefusal('authn_login_fail_max', account?.id ?? null, context);
}
