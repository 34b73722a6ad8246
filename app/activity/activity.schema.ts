/** What is written down of what staff do, and what each kind is called. */
export const activityKinds = {
  'sign-in': 'Signed in',
  'sign-in-failed': 'Failed to sign in',
  'sign-in-refused': 'Refused to sign in',
  'sign-out': 'Signed out',
  password: 'Changed a password',
  'second-factor': 'Changed a second factor',
  passkey: 'Changed passkeys',
  account: 'Changed an account',
  erasure: 'Erased data of a person',
} as const;
export type ActivityKind = keyof typeof activityKinds;

/** What something was done to, by the noun of its address, such as `services`. */
export interface About {
  noun: string;
  id: number;
}
