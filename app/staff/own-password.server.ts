import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { confirmPassword } from './confirm-password.server.ts';
import { newPasswordProblem } from './new-password.server.ts';
import { logSecurityEvent } from './security-events.server.ts';
import { changeOwnPassword } from './sessions.server.ts';
import type { Staff } from './staff.schema.ts';

type Change =
  | { outcome: 'changed'; cookie: string }
  | { outcome: 'wrong' }
  | { outcome: 'too-many' }
  | { outcome: 'too-easy'; problem: string };

/** Changes one's own password, for whoever knows the old one. */
export async function changePassword(
  em: EntityManager,
  context: AppLoadContext,
  request: Request,
  staff: Staff,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<Change> {
  const confirmed = await confirmPassword(em, context, staff, currentPassword);
  if (confirmed !== 'right') return { outcome: confirmed };
  const problem = await newPasswordProblem(em, newPassword, staff.email);
  if (problem) return { outcome: 'too-easy', problem };
  const cookie = await changeOwnPassword(em, context, request, staff, newPassword);
  logSecurityEvent('authn_password_change', staff.accountId, context);
  return { outcome: 'changed', cookie };
}
