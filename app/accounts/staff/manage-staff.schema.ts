import type { Account } from '#db/entities/account.ts';
import { z } from '../../schemas/zod.ts';
import { staffEmail, roles, type Role } from '../staff.schema.ts';

export const INVITATION_DAYS = 7;
export const CHANGE_FAILED = 'Failed to change account';

export const states = {
  active: 'Active',
  deactivated: 'Deactivated',
  invited: 'Invited',
  expired: 'Invitation expired',
} as const;

export interface ListedStaff {
  /** Null for an invitation, which has no account yet. */
  id: number | null;
  email: string;
  role: Role | null;
  state: keyof typeof states;
  /** When the invitation ends or has ended. */
  until: string | null;
  hasSecondFactor: boolean;
  lastSignIn: string | null;
  isOwn: boolean;
}

export type StaffAccount = Pick<Account, 'id' | 'email'> & { role: Role | null };

export const ruleTexts = {
  last: 'This is the last active admin. Make somebody else an admin first.',
  own: 'You cannot lower, deactivate or remove your own account. Ask another admin to.',
  'no-admin': 'You are no longer an admin. Nothing was changed.',
} as const;
export type StaffRule = keyof typeof ruleTexts;

const roleSchema = z.enum(roles as [Role, ...Role[]], 'Please choose a role');

export const inviteSchema = z.object({
  email: staffEmail,
  role: roleSchema,
  /** The same form sent twice is one mail. */
  formId: z.optional(z.string().check(z.maxLength(100))),
});

/** `version` is the role that the form showed. */
export const changeRoleSchema = z.object({ role: roleSchema, version: z.catch(z.nullable(z.enum(roles)), null) });
const id = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));

export const staffActionSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['deactivate', 'reactivate']), account: id }),
  z.object({ intent: z.literal('revoke'), email: staffEmail }),
]);
export type StaffAction = z.infer<typeof staffActionSchema>;
