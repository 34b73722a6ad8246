import { z } from '../http/zod.ts';

export const roles = ['admin', 'editor', 'viewer'] as const;
export type Role = (typeof roles)[number];

/** Ranks of the specification: a route requires a minimum. */
export const rankOf: Record<Role, number> = { admin: 3, editor: 2, viewer: 1 };

/** Whether a role reaches a required one. */
export const reaches = (role: Role | null, required: Role): boolean =>
  role !== null && rankOf[role] >= rankOf[required];

/** The signed-in person as pages know them. */
export interface Staff {
  sessionId: number;
  email: string;
  role: Role;
}

export const WRONG_CREDENTIALS = 'Invalid email or password';

/** Sign-in. Nothing about the form of either is judged here, and whatever is wrong gets the one text. */
export const signInSchema = z.object({
  email: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(1000),
});

export const PASSWORD_MIN = 8; // characters
export const PASSWORD_MAX = 128;

const length = (text: string) => [...text].length;

/** A new password: 8 to 128 characters of any kind. Whether it is a common one is asked on the server. */
export const newPasswordSchema = z
  .string({ error: 'Please enter a new password' })
  .refine((text) => length(text) >= PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .refine((text) => length(text) <= PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`);

/** Changing one's own password; the new one is judged by `newPasswordSchema` and the list of common ones. */
export const changePasswordSchema = z.object({
  currentPassword: z
    .string({ error: 'Please enter your current password' })
    .max(1000, 'This is not your current password'),
  newPassword: newPasswordSchema,
});

export const emailSchema = z.email('Please enter a valid email address').max(254).toLowerCase();
