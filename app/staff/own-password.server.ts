import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { countHit, takeBackHit, type Limit } from '../http/rate-limit.server.ts';
import { findByPassword } from './accounts.server.ts';
import { newPasswordProblem } from './new-password.server.ts';
import { logSecurityEvent } from './security-events.server.ts';
import { changeOwnPassword } from './sessions.server.ts';
import type { Staff } from './staff.schema.ts';

export const LIMIT_SECONDS = 180;
const wrongOnes: Limit = { name: 'change-password', max: 10, seconds: LIMIT_SECONDS };

type Change =
  | { outcome: 'changed'; cookie: string }
  | { outcome: 'wrong' }
  | { outcome: 'too-many' }
  | { outcome: 'too-easy'; problem: string };

/** Changes one's own password, for whoever knows the old one; it can be guessed at no faster than by signing in. */
export async function changePassword(
  em: EntityManager,
  context: AppLoadContext,
  staff: Staff,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Change> {
  const { accountId, email } = staff;
  const isLimited = !(await countHit(em, wrongOnes, email));
  if (isLimited || (await findByPassword(em, email, currentPassword)) === null) {
    logSecurityEvent(isLimited ? 'authn_password_change_fail_max' : 'authn_password_change_fail', accountId, context);
    return { outcome: isLimited ? 'too-many' : 'wrong' };
  }
  await takeBackHit(em, wrongOnes, email);
  const problem = await newPasswordProblem(em, newPassword, email);
  if (problem) return { outcome: 'too-easy', problem };
  const cookie = await changeOwnPassword(em, staff, newPassword);
  logSecurityEvent('authn_password_change', accountId, context);
  return { outcome: 'changed', cookie };
}
