import { raw } from '@mikro-orm/core';
import type { AppLoadContext } from '@remix-run/node';
import { Session } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { countHit, takeBackHit, type Limit } from '../http/rate-limit.server.ts';
import { findByPassword } from './accounts.server.ts';
import { logSecurityEvent } from './security-events.server.ts';
import type { Staff } from './staff.schema.ts';

export const LIMIT_SECONDS = 180;
const wrongOnes: Limit = { name: 'change-password', max: 10, seconds: LIMIT_SECONDS };
/** Whoever gave the password longer ago is asked for it again before the account's protection is changed. */
const FRESH_SECONDS = 600;

/** Whether the password was given long enough ago in this session for a change of its protection to ask for it. */
export async function isPasswordAsked(em: EntityManager, { sessionId }: Staff): Promise<boolean> {
  const fresh = { $gt: raw<Date>('now() - make_interval(secs => ?)', [FRESH_SECONDS]) };
  return !(await em.count(Session, { id: sessionId, passwordAt: fresh }));
}

/** Judges a password that was asked for again; it can be guessed at no faster than by signing in. */
export async function confirmPassword(
  em: EntityManager,
  context: AppLoadContext,
  { accountId, email, sessionId }: Staff,
  password: string,
): Promise<'right' | 'wrong' | 'too-many'> {
  const isLimited = !(await countHit(em, wrongOnes, email));
  if (isLimited || !(await findByPassword(em, email, password))) {
    logSecurityEvent(isLimited ? 'authn_password_change_fail_max' : 'authn_password_change_fail', accountId, context);
    return isLimited ? 'too-many' : 'wrong';
  }
  await takeBackHit(em, wrongOnes, email);
  await em.nativeUpdate(Session, { id: sessionId }, { passwordAt: raw<Date>('now()') });
  return 'right';
}
