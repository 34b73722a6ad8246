import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { countTry, spendToken } from '../account-tokens.server.ts';
import { findDevice } from '../sign-in/device-cookie.server.ts';
import { finishSignIn, recordFailure, recordTooMany } from '../sign-in/sign-in.server.ts';
import { endHalfSignIn, findHalfSignIn } from './half-sign-in.server.ts';
import { useCode } from './second-factors.server.ts';

const MOST_TRIES = 5; // then the password is asked for again
export const LIMIT_SECONDS = 3600;
// An account gets ten wrong codes an hour: three of a million codes are right at a time. A browser that has signed in
// to the account before has its own limit, as for the password, so that nobody else locks the owner out.
const byAccount: Limit = { name: 'sign-in-code-account', max: 10, seconds: LIMIT_SECONDS };
const byDevice: Limit = { ...byAccount, name: 'sign-in-code-device' };

/** @returns `over` if the password is asked for again, after too many tries or because the sign-in has ended */
export async function enterCode(em: EntityManager, context: AppLoadContext, request: Request, code: string) {
  const half = await findHalfSignIn(em, request);
  if (!half) return { outcome: 'over' as const, isOfTries: false };
  const { email, token } = half;
  const device = await findDevice(em, request, email);
  const [limit, who] = device ? [byDevice, device] : [byAccount, email];
  // Each try is counted before it is checked, so that tries at the same moment cannot exceed the limit.
  if (!(await countHit(em, limit, who))) {
    await recordTooMany(em, context, half, 'Had tried too many codes');
    return { outcome: 'limited' as const };
  }
  if (!(await countTry(em, token, MOST_TRIES))) return { outcome: 'over' as const, isOfTries: true };
  const signedIn = await signInByCode(em, context, request, half, code);
  if (signedIn) {
    await takeBackHit(em, limit, who);
    const cookies = [...signedIn.cookies, await endHalfSignIn(context.app)];
    return { outcome: 'signed-in' as const, to: signedIn.to, cookies };
  }
  await recordFailure(em, context, half, 'Gave a wrong code');
  const triesLeft = MOST_TRIES - 1 - half.tries;
  if (triesLeft > 0) return { outcome: 'wrong' as const, triesLeft };
  await spendToken(em, 'code', token);
  return { outcome: 'over' as const, isOfTries: true };
}

/** @returns null if the code is wrong or the sign-in has ended meanwhile */
const signInByCode = (
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  { id, email, token }: { id: number; email: string; token: string },
  code: string,
) =>
  em.transactional(async (tx) => {
    // SQL: locks the account. A new password or a deactivation either waits and then ends the session, or is seen here.
    await tx.execute('select 1 from accounts where id = ? for no key update', [id]);
    if (!(await findHalfSignIn(tx, request))) return null;
    const used = await useCode(tx, id, code);
    if (!used || !(await spendToken(tx, 'code', token))) return null;
    return finishSignIn(tx, context, request, { id, email }, `with the password and a ${used}`);
  });
