import type { EnquiryAct } from '#db/entities/activity.ts';

/** What is written down of what staff do, and what each kind is called; each noun with a history is one more (`kept`). */
export const activityKinds = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'sign-in-refused': 'Refused to sign in',
  'sign-out': 'Signed out',
  password: 'Changed a password',
  'second-factor': 'Changed a second factor',
  passkey: 'Changed passkeys',
  account: 'Changed an account',
  enquiries: 'Enquiries',
  export: 'Exported data',
  erasure: 'Erased data of a person',
  maintenance: 'Maintenance',
  settings: 'Settings',
} as const;
/** The name of a noun that has a history: only `kept` makes one. */
export type VersionedNoun = string & { readonly isVersioned: true };
export type ActivityKind = keyof typeof activityKinds | VersionedNoun;

/** What something was done to, by the noun of its address, such as `services`. */
export interface About {
  noun: string;
  id: number;
}

/** What is written down of an enquiry, with its reference in the place of `{}`. */
export const enquiryTexts: Record<EnquiryAct, string> = {
  read: 'Read {} for the first time',
  answered: 'Marked {} answered',
  reopened: 'Marked {} not answered after all',
  note: 'Added a note to {}',
  reply: 'Replied to {}',
  'not-spam': 'Marked {} as no spam',
  trashed: 'Moved {} to the trash',
  restored: 'Restored {}',
  undone: 'Undid what was done to {}',
};
