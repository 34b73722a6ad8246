import { expect } from 'vitest';
import { testMailingSite } from './database.ts';
import type { TakenMail } from './fake-postmark.ts';

/** A product behind one trusted proxy whose mail goes to Postmark, and what its staff got. Call it at the top of the file. */
export async function testStaffPost() {
  const { postmark, ...rest } = await testMailingSite({ TRUST_PROXY: '1' });
  /** What somebody got, of all or about one thing: the words that the subject begins with. */
  const mailsTo = (email: string, about = ''): TakenMail[] =>
    postmark.taken.filter(({ To, Subject }) => To === email && Subject.startsWith(about));
  return {
    ...rest,
    mailsTo,
    /** Waits until somebody has got so many mails; gives them, the last one last. */
    async waitForMails(email: string, count: number, about?: string): Promise<TakenMail[]> {
      await expect.poll(() => mailsTo(email, about).length, { timeout: 10_000 }).toBe(count);
      return mailsTo(email, about);
    },
  };
}
