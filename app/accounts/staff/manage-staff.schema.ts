import { z } from '../../schemas/zod.ts';
import { staffEmail, roles, type Role } from '../staff.schema.ts';

/** How long the link of an invitation holds. */
export const INVITATION_DAYS = 7;
export const INVITE_FAILED = 'Failed to send invitation';
export const CHANGE_FAILED = 'Failed to change account';
export const TOO_MANY_INVITATIONS = 'Too many invitations were sent within an hour. Please try again later.';

export const states = {
  active: 'Active',
  deactivated: 'Deactivated',
  invited: 'Invited',
  expired: 'Invitation expired',
} as const;
export type StaffState = keyof typeof states;

/** Somebody of the staff, or somebody who is invited, as the list shows them. */
export interface ListedStaff {
  /** Null for an invitation: there is no account yet. */
  id: number | null;
  email: string;
  role: Role | null;
  state: StaffState;
  /** When the invitation ends, or ended. */
  until: string | null;
  hasSecondFactor: boolean;
  lastSignIn: string | null;
  /** Whether it is the reader's own account. */
  isOwn: boolean;
}

/** An account that is about to be changed. */
export interface StaffAccount {
  id: number;
  email: string;
  role: Role | null;
}

/** Why a change is refused, and in which words. */
export const ruleTexts = {
  last: 'This is the last active admin. Make somebody else an admin first.',
  own: 'You cannot lower, deactivate or remove your own account. Ask another admin to.',
  'no-admin': 'You are no longer an admin. Nothing was changed.',
} as const;
export type StaffRule = keyof typeof ruleTexts;

/** A role as people read it in a list. */
export const roleName = (role: Role): string => role.charAt(0).toUpperCase() + role.slice(1);

const roleSchema = z.enum(roles as [Role, ...Role[]], 'Please choose a role');

export const inviteSchema = z.object({ email: staffEmail, role: roleSchema });

/** The change of a role. `from` is the role that was shown; another one by now is somebody else's change. */
export const changeRoleSchema = z.object({ role: roleSchema, from: z.catch(z.nullable(z.enum(roles)), null) });

const id = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/)), z.transform(Number));

/** The buttons of the list that need no question. */
export const staffActSchema = z.discriminatedUnion('intent', [
  z.object({ intent: z.enum(['deactivate', 'reactivate']), account: id }),
  z.object({ intent: z.literal('revoke'), email: staffEmail }),
]);
export type StaffAct = z.infer<typeof staffActSchema>;
