import { expect } from 'vitest';
import type { TakenMail } from './fake-postmark.ts';
import { mailsIn } from './outbox.ts';

/** Waits for exactly one mail about a subject, in the outbox of a process or at the stand-in for Postmark. */
export async function waitForMail(subject: string, dataDir: string, taken: TakenMail[]): Promise<string> {
  let found = '';
  const look = () => {
    const texts = [...mailsIn(dataDir), ...taken.map((mail) => JSON.stringify(mail))];
    const about = texts.filter((text) => text.includes(subject));
    found = about[0] ?? '';
    return about.length;
  };
  await expect.poll(look, { timeout: 5000 }).toBe(1);
  return found;
}
