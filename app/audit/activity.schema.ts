import type { EnquiryAct } from '#db/entities/activity.ts';

/** Each versioned noun is one more kind. */
export const activityKinds = {
  'saved-replies': 'Saved replies',
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
  redirects: 'Redirects',
} as const;
/** Only `versioned` makes one. */
export type VersionedNoun = string & { readonly isVersioned: true };
export type ActivityKind = keyof typeof activityKinds | VersionedNoun;

/** What something was done to, by the noun of its address, such as `services`. */
export interface About {
  noun: string;
  id: number;
}

/** `{}` stands for the reference of the enquiry, `{owner}` for whom it was given to. */
export const enquiryTexts: Record<EnquiryAct, string> = {
  read: 'Read {} for the first time',
  answered: 'Marked {} answered',
  reopened: 'Reopened {}',
  note: 'Added a note to {}',
  reply: 'Replied to {}',
  spam: 'Marked {} as spam',
  'not-spam': 'Marked {} as not spam',
  trashed: 'Moved {} to the trash',
  restored: 'Restored {}',
  undone: 'Undid what was done to {}',
  'client-answer': 'An answer came on {}',
  'automatic-answer': 'An automatic answer came on {}',
  'not-delivered': 'A reply to {} was not delivered',
  taken: 'Took {}',
  given: 'Gave {} to {owner}',
  'given-back': 'Gave {} back',
  later: 'Put {} off until ',
  back: 'Brought {} back',
};
