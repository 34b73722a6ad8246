import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { confirmPassword, isPasswordAsked, LIMIT_SECONDS } from '../staff/confirm-password.server.ts';
import { TOO_MANY_ATTEMPTS, type Staff } from '../staff/staff.schema.ts';

/** What is wrong with the field of the password, as the arguments of a form's `invalid`. */
type Refused = [errors: { password: string[] }, status: number, headers: HeadersInit | undefined];

/**
 * Judges the password that a form brings where it was given too long ago.
 * @returns null if it is not needed, or right
 */
export async function refusePassword(
  em: EntityManager,
  context: AppLoadContext,
  staff: Staff,
  password: string | undefined,
): Promise<Refused | null> {
  if (!(await isPasswordAsked(em, staff))) return null;
  if (!password) return [{ password: ['Please enter your current password'] }, 400, undefined];
  const confirmed = await confirmPassword(em, context, staff, password);
  if (confirmed === 'right') return null;
  if (confirmed === 'wrong') return [{ password: ['This is not your current password'] }, 400, undefined];
  return [{ password: [TOO_MANY_ATTEMPTS] }, 429, { 'Retry-After': String(LIMIT_SECONDS) }];
}
