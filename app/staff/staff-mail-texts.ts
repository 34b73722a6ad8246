/** What a mail to a member of staff says, before it is put into the form of a mail. */
export interface StaffMailText {
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** Where it leads, if anywhere: a whole address. */
  link?: { address: string; label: string };
}

/** What each kind is made of. What a stranger could have typed is none of it. */
export interface StaffMailFacts {
  /** An administrator has invited somebody. */
  invitation: { link: string; by: string; company: string; until: string };
  /** The account asks for a code from now on. `account` is the page of it. */
  secondFactorSet: { account: string };
  /** It does not any more. `by` is somebody else who did it, if anybody. */
  secondFactorRemoved: { account: string; by: string | null };
}
export type StaffMailKind = keyof StaffMailFacts;

export const staffMailTexts: { [K in StaffMailKind]: (facts: StaffMailFacts[K]) => StaffMailText } = {
  invitation: ({ link, by, company, until }) => ({
    subject: `You are invited to the staff area of ${company}`,
    lines: [
      `${by} has made an account for you in the staff area of the website of ${company}.`,
      `Please choose your password by ${until}. The link works once.`,
    ],
    link: { address: link, label: 'Choose your password' },
  }),
  secondFactorSet: ({ account }) => ({
    subject: 'Second factor set up',
    lines: [
      'Your staff account now asks for a code from your authenticator app when you sign in.',
      'If this was not you, change your password and tell an administrator at once.',
    ],
    link: { address: account, label: 'Your account' },
  }),
  secondFactorRemoved: ({ account, by }) => ({
    subject: 'Second factor removed',
    lines: [
      by
        ? `The second factor of your staff account was reset by ${by}.`
        : 'The second factor of your staff account was turned off.',
      'Your password alone signs you in now. If this was not meant, change it and tell an administrator at once.',
    ],
    link: { address: account, label: 'Your account' },
  }),
};
