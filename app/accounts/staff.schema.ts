import type { Role } from '#db/entities/account.ts';
import { bareEmail, emailSchema } from '../schemas/email.ts';
import { isOn } from '../schemas/is-on.ts';
import { typedLine } from '../schemas/typed-text.ts';
import { z } from '../schemas/zod.ts';
import { EMAIL_MAX, INT_MAX } from '../schemas/limits.ts';

export type { Role };

/** The roles of the specification, the highest first. */
const ranks: Record<Role, number> = { admin: 3, editor: 2, viewer: 1 };
export const roles = Object.keys(ranks) as Role[];

export const reaches = (role: Role | null | undefined, required: Role): boolean =>
  role != null && ranks[role] >= ranks[required];

export const TOO_MANY_ATTEMPTS = 'You have tried too many times. Please wait a few minutes and try again.';
export const WRONG_CREDENTIALS = 'Invalid email or password';
export const NO_SIGN_IN = 'You cannot sign in at the moment. Please try again in a minute.';
export const NO_PASSWORD = 'Please enter your current password';
export const WRONG_PASSWORD = 'This is not your current password';

/** Whatever is wrong, sign-in shows the same text. */
export const signInSchema = z.object({
  email: z.pipe(z.pipe(z.string(), z.transform(bareEmail)), z.string().check(z.minLength(1), z.maxLength(EMAIL_MAX))),
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
});

export const OWN_NAME_MAX = 100;

/** A name is one line, because mails contain it. */
export const preferencesSchema = z.object({
  name: typedLine(OWN_NAME_MAX),
  keys: isOn,
});

const PASSWORD_MIN = 8; // characters
const PASSWORD_MAX = 128;

export const PASSWORD_HELP = `${PASSWORD_MIN} to ${PASSWORD_MAX} characters of any kind. Avoid anything easy to guess.`;

const length = (text: string) => [...text].length;

/** The server also checks how hard it is to guess. */
export const newPasswordSchema = z.string({ error: 'Please enter a new password' }).check(
  z.refine((text) => length(text) >= PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`),
  z.refine((text) => length(text) <= PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`),
);

export const chosenPasswordSchema = z.object({ newPassword: newPasswordSchema });

export const changePasswordSchema = z.object({
  currentPassword: z.string({ error: NO_PASSWORD }).check(z.maxLength(1000, WRONG_PASSWORD)),
  newPassword: newPasswordSchema,
});

export const passwordAgain = z.optional(z.string().check(z.maxLength(1000, WRONG_PASSWORD)));
export const confirmSchema = z.object({ password: passwordAgain });
export const emptySchema = z.object({});

export const endSessionsSchema = z.object({
  session: z.union([z.literal('others'), z.pipe(z.coerce.number(), z.int().check(z.minimum(1), z.maximum(INT_MAX)))]),
  password: passwordAgain,
});

export const staffEmail = z.pipe(emailSchema('Please enter a valid email address'), z.string().check(z.toLowerCase()));

export const forgotSchema = z.object({
  email: z.pipe(z.string({ error: 'Please enter your email address' }), staffEmail),
});
