/** What a mail to a member of staff says, before it is put into the form of a mail. */
export interface StaffMailText {
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** Where it leads, if anywhere: a whole address. */
  link?: { address: string; label: string };
}

/** What the owner of an account is told of what was done to it. */
export interface OwnerFacts {
  /** In words, in the company's time zone. */
  when: string;
  /** Device and address, in words. */
  from: string;
  /** The site's host. */
  site: string;
  /** Where a new password can be asked for. */
  forgot: string;
}

/** What each kind is made of. What a stranger could have typed is none of it. */
export interface StaffMailFacts {
  /** An administrator has invited somebody. */
  invitation: { link: string; by: string; company: string; until: string };
  /** Somebody has forgotten their password. */
  reset: { link: string; site: string };
  newPassword: OwnerFacts;
  newDevice: OwnerFacts;
}
export type StaffMailKind = keyof StaffMailFacts;
/** Those that tell the owner of an account what was done to it. */
export type OwnerMailKind = {
  [K in StaffMailKind]: StaffMailFacts[K] extends OwnerFacts ? K : never;
}[StaffMailKind];

export const staffMailTexts: { [K in StaffMailKind]: (facts: StaffMailFacts[K]) => StaffMailText } = {
  invitation: ({ link, by, company, until }) => ({
    subject: `You are invited to the staff area of ${company}`,
    lines: [
      `${by} has made an account for you in the staff area of the website of ${company}.`,
      `Please choose your password by ${until}. The link works once.`,
    ],
    link: { address: link, label: 'Choose your password' },
  }),
  reset: ({ link, site }) => ({
    subject: `Choose a new password for ${site}`,
    lines: [
      `Somebody, probably you, asked for a new password for your account in the staff area of ${site}.`,
      'The link below works once, for one hour from when it was asked for. If you asked more than once, only the newest link works.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
    link: { address: link, label: 'Choose a new password' },
  }),
  newPassword: told('Your password was changed', 'got a new password, and was signed out everywhere else'),
  newDevice: told('Sign-in from a new device', 'was signed in to from a device that it had not been used on before'),
};

/** @param done what was done, after 'Your account' */
function told(subject: string, done: string) {
  return ({ when, from, site, forgot }: OwnerFacts): StaffMailText => ({
    subject: `${subject}: ${site}`,
    lines: [
      `Your account in the staff area of ${site} ${done}.`,
      `When: ${when} (Port of Spain time)`,
      `From: ${from}`,
      'If that was you, there is nothing to do.',
      'If it was not you, choose a new password now: that signs out every device. Then tell an administrator.',
    ],
    link: { address: forgot, label: 'Choose a new password' },
  });
}
