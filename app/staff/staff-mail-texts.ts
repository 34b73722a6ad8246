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
  /** The same, where the address has an account already. */
  'account-exists': { link: string; by: string; company: string };
}
export type StaffMailKind = keyof StaffMailFacts;

export const staffMailTexts: { [K in StaffMailKind]: (facts: StaffMailFacts[K]) => StaffMailText } = {
  invitation: ({ link, by, company, until }) => ({
    subject: `You are invited to the staff area of ${company}`,
    lines: [
      `${by} invites you to the staff area of the website of ${company}.`,
      `Please choose your password by ${until}. The link works once.`,
    ],
    link: { address: link, label: 'Choose your password' },
  }),
  'account-exists': ({ link, by, company }) => ({
    subject: `You have an account in the staff area of ${company}`,
    lines: [
      `${by} wanted to invite you to the staff area of the website of ${company}. This address has an account there already, so nothing has changed.`,
      `Sign in with the password you have. If you cannot, please ask ${by}.`,
    ],
    link: { address: link, label: 'Sign in' },
  }),
};
