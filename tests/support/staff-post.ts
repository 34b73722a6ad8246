import { expect } from 'vitest';
import { mailBy, startFakePostmark, type TakenMail } from './fake-postmark.ts';
import { startApp } from './app.ts';

/** A product behind one trusted proxy whose mail goes to Postmark, and what its staff got. */
export async function startMailingSite(DATABASE_URL: string) {
  const postmark = await startFakePostmark();
  const site = await startApp({ DATABASE_URL, TRUST_PROXY: '1', ...mailBy(postmark.url) });
  /** What somebody got, of all or about one thing: the words that the subject begins with. */
  const mailsTo = (email: string, about = ''): TakenMail[] =>
    postmark.taken.filter(({ To, Subject }) => To === email && Subject.startsWith(about));
  return {
    site,
    mailsTo,
    /** Waits until somebody has got so many mails; gives them, the last one last. */
    async waitForMails(email: string, count: number, about?: string): Promise<TakenMail[]> {
      await expect.poll(() => mailsTo(email, about).length, { timeout: 10_000 }).toBe(count);
      return mailsTo(email, about);
    },
    async stop() {
      await site.stop();
      await postmark.stop();
    },
  };
}
