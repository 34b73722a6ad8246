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
  /** Somebody has added or removed a passkey of the account; `link` leads to it. */
  'passkey-added': PasskeyChange;
  'passkey-removed': PasskeyChange;
}

/** Without the passkey's name, which whoever has got into the account could choose. */
interface PasskeyChange {
  company: string;
  at: string;
  link: string;
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
  'passkey-added': ({ company, at, link }) => ({
    subject: 'A passkey was added to your account',
    lines: [
      `On ${at} a passkey was added to your account in the staff area of ${company}. It signs in without your password.`,
      'If this was not you, please sign in, remove it, change your password and tell an administrator.',
    ],
    link: { address: link, label: 'Your account' },
  }),
  'passkey-removed': ({ company, at, link }) => ({
    subject: 'A passkey was removed from your account',
    lines: [
      `On ${at} a passkey was removed from your account in the staff area of ${company}. It can no longer sign in.`,
      'If this was not you, please change your password and tell an administrator.',
    ],
    link: { address: link, label: 'Your account' },
  }),
};
