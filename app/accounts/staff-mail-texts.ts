interface StaffMailText {
  subject: string;
  /** Paragraphs of plain text. */
  lines: string[];
  /** `address` is absolute. */
  link: { address: string; label: string };
}

interface OwnerFacts {
  /** In words, in the company's time zone. */
  when: string;
  /** Device and address, or the other person who did it. */
  from: string;
  /** The site's host. */
  site: string;
  /** The address of the page that mails a link for a new password. */
  forgot: string;
}

export type OwnerMailKind = keyof typeof ownerMailTexts;
export type StaffMailKind = keyof typeof staffMailTexts;
/** Facts must not hold anything that a stranger has typed. */
export type StaffMailFacts<Kind extends StaffMailKind> = Parameters<(typeof staffMailTexts)[Kind]>[0];

const ownerMailTexts = {
  newPassword: tell('Your password was changed', 'got a new password, and was signed out everywhere else'),
  newDevice: tell('Sign-in from a new device', 'was signed in to from a device that it had not been used on before'),
  secondFactorSet: tell('Second factor set up', 'asks for a code from an authenticator app from now on'),
  secondFactorRemoved: tell('Second factor removed', 'no longer asks for a code: the password alone signs in'),
  passkeyAdded: tell('A passkey was added', 'got a passkey, which signs in without the password', 'remove the passkey'),
  passkeyRemoved: tell('A passkey was removed', 'lost a passkey, which can no longer sign in'),
};

export const staffMailTexts = {
  ...ownerMailTexts,
  invitation: ({ link, by, company, until }: Record<'link' | 'by' | 'company' | 'until', string>): StaffMailText => ({
    subject: `You are invited to the staff area of ${company}`,
    lines: [
      `${by} invites you to the staff area of the website of ${company}.`,
      `Please choose your password by ${until}. The link works once.`,
    ],
    link: { address: link, label: 'Choose your password' },
  }),
  reset: ({ link, site }: { link: string; site: string }): StaffMailText => ({
    subject: `Choose a new password for ${site}`,
    lines: [
      `Somebody, probably you, asked for a new password for your account in the staff area of ${site}.`,
      'The link below works once, for one hour from when it was asked for. If you asked more than once, only the newest link works.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
    link: { address: link, label: 'Choose a new password' },
  }),
  /** `what` lists references. */
  given: ({ by, count, what, link }: { by: string; count: number; what: string; link: string }): StaffMailText => ({
    subject: count === 1 ? `The enquiry ${what} is yours now` : `${count} enquiries are yours now`,
    lines: [`${by} gave you ${what}.`],
    link: { address: link, label: count === 1 ? 'Read and answer it' : 'See what is yours' },
  }),
};

/**
 * @param done follows 'Your account in the staff area of …'
 * @param besides what to do besides choosing a new password
 */
function tell(subject: string, done: string, besides?: string) {
  const then = besides ? `${besides}, and tell` : 'tell';
  return ({ when, from, site, forgot }: OwnerFacts): StaffMailText => ({
    subject: `${subject}: ${site}`,
    lines: [
      `Your account in the staff area of ${site} ${done}.`,
      `When: ${when} (Port of Spain time)`,
      `From: ${from}`,
      'If that was you, or done for you, there is nothing to do.',
      `If it was not you, choose a new password now: that signs out every device. Then ${then} an administrator.`,
    ],
    link: { address: forgot, label: 'Choose a new password' },
  });
}
