import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { countTry, spendToken } from '../account-tokens.server.ts';
import { findDevice } from '../sign-in/device-cookie.server.ts';
import { finishSignIn, recordFailure, recordTooMany, type SignedIn } from '../sign-in/sign-in.server.ts';
import { endHalfSignIn, findHalfSignIn } from './half-sign-in.server.ts';
import { useCode } from './second-factors.server.ts';

const MOST_TRIES = 5; // then the password again
export const LIMIT_SECONDS = 3600;
// Ten wrong codes an hour for an account: three codes in a million are right at a time. A browser that has signed in to the
// account before has its own limit, as with the password, so that nobody elsewhere locks the owner out.
const byAccount: Limit = { name: 'sign-in-code-account', max: 10, seconds: LIMIT_SECONDS };
const byDevice: Limit = { ...byAccount, name: 'sign-in-code-device' };

type EnteredCode =
  | ({ outcome: 'signed-in' } & SignedIn)
  | { outcome: 'wrong'; triesLeft: number }
  | { outcome: 'limited' }
  /** The password has to be given again, after too many tries or because this sign-in has ended otherwise. */
  | { outcome: 'over'; isOfTries: boolean };

export async function enterCode(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  code: string,
): Promise<EnteredCode> {
  const half = await findHalfSignIn(em, request);
  if (!half) return { outcome: 'over', isOfTries: false };
  const { email, token } = half;
  const account = { id: half.accountId, email };
  const device = await findDevice(em, request, email);
  const [limit, who] = device ? [byDevice, device] : [byAccount, email];
  // Every try counts until it has succeeded: tries at the same moment cannot slip through.
  if (!(await countHit(em, limit, who))) {
    await recordTooMany(em, context, account, 'Had tried too many codes');
    return { outcome: 'limited' };
  }
  if (!(await countTry(em, token, MOST_TRIES))) return { outcome: 'over', isOfTries: true };
  const signedIn = await signInByCode(em, context, request, half, code);
  if (signedIn) {
    await takeBackHit(em, limit, who);
    return { outcome: 'signed-in', to: signedIn.to, cookies: [...signedIn.cookies, await endHalfSignIn(context.app)] };
  }
  await recordFailure(em, context, account, 'Gave a wrong code');
  const triesLeft = MOST_TRIES - 1 - half.tries;
  if (triesLeft > 0) return { outcome: 'wrong', triesLeft };
  await spendToken(em, 'code', token);
  return { outcome: 'over', isOfTries: true };
}

/** @returns null if the code is wrong, or the sign-in has ended meanwhile */
const signInByCode = (
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { accountId: id, email, token }: { accountId: number; email: string; token: string },
  code: string,
): Promise<SignedIn | null> =>
  em.transactional(async (tx) => {
    // SQL: a new password and a deactivation wait for this, and then end the session, or they come first and are seen
    await tx.execute('select 1 from accounts where id = ? for no key update', [id]);
    if (!(await findHalfSignIn(tx, request))) return null;
    const used = await useCode(tx, id, code);
    if (!used || !(await spendToken(tx, 'code', token))) return null;
    return finishSignIn(tx, context, request, { id, email }, `with the password and a ${used}`);
  });
