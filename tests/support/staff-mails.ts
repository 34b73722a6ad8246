import { expect } from 'vitest';
import { testMailingSite } from './database.ts';
import type { TakenMail } from './fake-postmark.ts';

/** A product behind one trusted proxy, and the mails of its staff. Call it at the top of the file. */
export async function testStaffMails() {
  const { postmark, ...rest } = await testMailingSite({ TRUST_PROXY: '1' });
  /** Mails to an address. @param about the beginning of the subject */
  const mailsTo = (email: string, about = ''): TakenMail[] =>
    postmark.taken.filter(({ To, Subject }) => To === email && Subject.startsWith(about));
  return {
    ...rest,
    mailsTo,
    /** Waits until an address has this many mails, and gives them in order. */
    async waitForMails(email: string, count: number, about?: string): Promise<TakenMail[]> {
      await expect.poll(() => mailsTo(email, about).length, { timeout: 10_000 }).toBe(count);
      return mailsTo(email, about);
    },
  };
}
