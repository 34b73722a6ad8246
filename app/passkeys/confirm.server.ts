import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { tryAgainIn } from '../forms/parse-form.server.ts';
import { confirmPassword, isPasswordAsked, LIMIT_SECONDS } from '../staff/confirm-password.server.ts';
import { TOO_MANY_ATTEMPTS, type Staff } from '../staff/staff.schema.ts';

/** What a form is told whose password is asked for and is not right. */
interface Unconfirmed {
  status: number;
  errors: { password: string[] };
  headers?: HeadersInit;
}

const unconfirmed = (words: string): Unconfirmed => ({ status: 400, errors: { password: [words] } });

/** Asks for the password again, where it was given too long ago. @returns null when all is well */
export async function confirmIfAsked(
  em: EntityManager,
  context: AppLoadContext,
  staff: Staff,
  password: string | undefined,
): Promise<Unconfirmed | null> {
  if (!(await isPasswordAsked(em, staff))) return null;
  if (!password) return unconfirmed('Please enter your password');
  const confirmed = await confirmPassword(em, context, staff, password);
  if (confirmed === 'too-many')
    return { ...unconfirmed(TOO_MANY_ATTEMPTS), status: 429, headers: tryAgainIn(LIMIT_SECONDS) };
  return confirmed === 'right' ? null : unconfirmed('This is not your password');
}
