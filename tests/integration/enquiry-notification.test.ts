import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { filledIn, sendEnquiry } from '../support/enquiries.ts';
import { mailBy } from '../support/fake-postmark.ts';
import { mailAbout } from '../support/mail-about.ts';
import { mailsIn } from '../support/outbox.ts';
import { startApp } from '../support/app.ts';
import { startTwoSites } from '../support/two-sites.ts';

const { url: DATABASE_URL } = await testDatabase();
const { site, postmark, stop } = await startTwoSites(DATABASE_URL);
afterAll(stop);

describe('the notification', () => {
  it('goes out with everything the visitor said, Reply-To the visitor, as text and HTML', async () => {
    const subject = `Mail test ${Date.now()}`;
    await sendEnquiry(site.url, { subject });
    const mail = await mailAbout(subject, site.dataDir, postmark.taken);
    expect(mail).toMatch(/Reply-To: anja@example\.com|"ReplyTo":"anja@example\.com"/);
    for (const part of [filledIn.fullName, filledIn.phone, 'Lift Plan Review', 'Either', 'process column of 42 t'])
      expect(mail).toContain(part);
  });

  it('is kept as a file under DATA_DIR/outbox where no mail service is configured', async () => {
    const alone = await startApp({ DATABASE_URL: (await testDatabase()).url });
    try {
      await sendEnquiry(alone.url, { serviceType: '', preferredContact: undefined });
      await expect.poll(() => mailsIn(alone.dataDir).length, { timeout: 5000 }).toBe(1);
      const eml = mailsIn(alone.dataDir)[0]!;
      expect(eml).toMatch(new RegExp(`^Subject: New enquiry SR-[0-9A-Z]{6}: ${filledIn.subject}\r$`, 'm'));
      expect(eml).toContain(`Reply-To: ${filledIn.email}\r\n`);
      expect(eml).toMatch(/^Content-Type: multipart\/alternative/m);
      expect(eml).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
      expect(eml).toMatch(/^Content-Type: text\/html; charset=utf-8/m);
      for (const line of ['Name: Anja Ramdin', 'Phone: (868) 555-0100', 'Company: Ramdin & Sons Ltd'])
        expect(eml).toContain(`\r\n${line}\r\n`);
      expect(eml).toContain('Service type: General Inquiry');
      expect(eml).toContain('Preferred contact: Not specified');
    } finally {
      await alone.stop();
    }
  });

  it('reaches Postmark with sender, recipient, Reply-To, subject and both parts; a failing mail service blocks nothing and is tried again', async () => {
    const database = await testDatabase();
    const alone = await startApp({
      DATABASE_URL: database.url,
      ...mailBy(postmark.url),
    });
    try {
      postmark.behave({ kind: 'error', status: 503 });
      const before = postmark.requests();
      const subject = 'While mail is down';
      expect((await sendEnquiry(alone.url, { subject })).status).toBe(303);
      expect(await database.sql('select 1 from messages')).toHaveLength(1);
      await expect.poll(() => postmark.requests(), { timeout: 5000 }).toBeGreaterThan(before);
      postmark.behave({ kind: 'well' });
      const ours = () => postmark.taken.filter((mail) => mail.Subject.endsWith(`: ${subject}`));
      await expect.poll(() => ours().length, { timeout: 10_000 }).toBe(1);
      expect(ours()[0]).toMatchObject({
        From: 'site@example.com',
        To: 'office@example.com',
        ReplyTo: filledIn.email,
        HtmlBody: expect.stringContaining('Ramdin &amp; Sons Ltd'),
        TextBody: expect.stringContaining('Phone: (868) 555-0100'),
      });
      await expect
        .poll(() => database.sql('select state from notifications'), { timeout: 5000 })
        .toEqual([{ state: 'sent' }]);
    } finally {
      postmark.behave({ kind: 'well' });
      await alone.stop();
    }
  });
});
