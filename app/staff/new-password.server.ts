import { isCommonPassword } from './common-passwords.server.ts';
import { newPasswordSchema } from './staff.schema.ts';

const COMMON = 'This password is too common. Please choose another one.';
const SAME_AS_EMAIL = 'Password must not be your email';

/**
 * Judges a new password.
 * @returns what is wrong with it, in words for the person who chose it, or null
 */
export function newPasswordProblem(password: string, email: string): string | null {
  const parsed = newPasswordSchema.safeParse(password);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  if (password.trim().toLowerCase() === email) return SAME_AS_EMAIL;
  return isCommonPassword(password) ? COMMON : null;
}
