import type { Role } from '#db/entities/account.ts';
import { bareEmail, emailSchema } from '../schemas/email.ts';
import { z } from '../schemas/zod.ts';
import { EMAIL_MAX, INT_MAX } from '../schemas/limits.ts';

export type { Role };

/** Ranks of the specification, the highest first: a route requires a minimum. */
const rankOf: Record<Role, number> = { admin: 3, editor: 2, viewer: 1 };
export const roles = Object.keys(rankOf) as Role[];

/** Whether a role reaches a required one. */
export const reaches = (role: Role | null | undefined, required: Role): boolean =>
  role != null && rankOf[role] >= rankOf[required];

/** The signed-in person as pages know them. */
export interface Staff {
  sessionId: number;
  accountId: number;
  email: string;
  role: Role;
  /** Has to give the password again before the protection of the account is changed. */
  isPasswordAsked: boolean;
  /** The one at hand, in words. */
  device: string;
  /** Has to set a second factor up before anything else. */
  owesSecondFactor: boolean;
}

export const TOO_MANY_ATTEMPTS = 'You have tried too many times. Please wait a few minutes and try again.';
export const WRONG_CREDENTIALS = 'Invalid email or password';
export const NO_SIGN_IN = 'You cannot sign in at the moment. Please try again in a minute.';
export const NO_PASSWORD = 'Please enter your current password';
export const WRONG_PASSWORD = 'This is not your current password';

/** Sign-in. Nothing about the form of either is judged here, and whatever is wrong gets the one text. */
export const signInSchema = z.object({
  email: z.pipe(z.pipe(z.string(), z.transform(bareEmail)), z.string().check(z.minLength(1), z.maxLength(EMAIL_MAX))),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
});

const PASSWORD_MIN = 8; // characters
const PASSWORD_MAX = 128;

export const PASSWORD_HELP = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters of any kind. Avoid anything easy to guess.`;

const length = (text: string) => [...text].length;

/** A new password: 8 to 128 characters of any kind. How hard it is to guess is judged on the server. */
export const newPasswordSchema = z.string({ error: 'Please enter a new password' }).check(
  z.refine((text) => length(text) >= PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
  z.refine((text) => length(text) <= PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
);

/** Choosing one by a link in a mail; likewise. */
export const chosenPasswordSchema = z.object({ newPassword: newPasswordSchema });

/** Changing one's own password; on the server the new one is also judged by how hard it is to guess. */
export const changePasswordSchema = z.object({
  currentPassword: z.string({ error: NO_PASSWORD }).check(z.maxLength(1000, WRONG_PASSWORD)),
  newPassword: newPasswordSchema,
});

/** The password where it is asked for again; what of it is wrong only the server can tell. */
export const passwordAgain = z.optional(z.string().check(z.maxLength(1000, WRONG_PASSWORD)));

/** Which of one's own sessions is to end. */
export const endSessionsSchema = z.object({
  session: z.union([z.literal('others'), z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(INT_MAX)))]),
  password: passwordAgain,
});

const NO_EMAIL = 'Please enter a valid email address';
export const staffEmail = z.pipe(emailSchema(NO_EMAIL), z.string().check(z.toLowerCase()));
