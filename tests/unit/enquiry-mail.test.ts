import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enquiryMail } from '#app/enquiries/mails/notifications.server.ts';
import { filledInPayload } from '../support/enquiries.ts';

const payload = { ...filledInPayload, message: 'We plan a tandem lift.\nCan you review it?' };
const facts = {
  notificationId: '7d1c0a54-3a0c-4a64-9a54-0f3f5d1c9f11',
  reference: 'SR-7F3K2M',
  link: 'https://example.com/admin/messages/42',
  receivedAt: new Date('2026-03-02T01:30:00Z'),
};
const mailOf = (changes: Partial<typeof payload>) => enquiryMail({ ...payload, ...changes }, facts);

describe('the mail about an enquiry', () => {
  it('says everything the visitor said, in both parts', () => {
    const mail = enquiryMail(payload, facts);
    const { receivedAt: date, notificationId: id } = facts;
    expect(mail).toMatchObject({ id, replyTo: 'anja@example.com', date, automatic: 'generated' });
    expect(mail.subject).toBe('New enquiry SR-7F3K2M: Tandem lift of a column');
    expect(mail.text).toContain('Name: Anja Ramdin\n');
    expect(mail.text).toContain('Company: Ramdin & Sons Ltd\n');
    expect(mail.text).toContain('We plan a tandem lift.\nCan you review it?');
    expect(mail.html).toContain('Ramdin &amp; Sons Ltd');
    expect(mail.html).toContain('We plan a tandem lift.<br>\nCan you review it?');
    for (const part of [mail.text, mail.html])
      for (const words of ['anja@example.com', '(868) 555-0100', 'Lift Plan Review', 'Either', 'Tandem lift', '42'])
        expect(part).toContain(words);
  });

  it('gives the time of Port of Spain, and says so when phone and company were not given', () => {
    const { text } = mailOf({ phoneNumber: null, companyName: null });
    expect(text).toMatch(/Received: Sunday.* 1 March 2026.* 21:30 \(Trinidad & Tobago\)/);
    expect(text).toContain('Phone: Not given\nCompany: Not given\n');
  });

  it.each([
    ['hello\r\nBcc: victim@example.com', 'New enquiry SR-7F3K2M: hello Bcc: victim@example.com'],
    ['hello\0\x1b[31m\u2028there', 'New enquiry SR-7F3K2M: hello [31m there'],
    ['\u202Egnp.exe', 'New enquiry SR-7F3K2M: gnp.exe'],
    ['broken \uD83D', 'New enquiry SR-7F3K2M: broken \uFFFD'],
    ['x'.repeat(500), `New enquiry SR-7F3K2M: ${'x'.repeat(176)}…`],
    ['🏗️'.repeat(300), `New enquiry SR-7F3K2M: ${'🏗️'.repeat(88)}…`],
  ])('cannot have a header put in by the subject %j', (subject, header) =>
    expect(mailOf({ subject }).subject).toBe(header),
  );

  it.each(['a@example.com, b@example.com', 'josé@example.com', 'ken..x@example.com', 'a@b@example.com', ''])(
    'has no Reply-To when the address is %j',
    (email) => expect(mailOf({ email }).replyTo).toBeNull(),
  );

  it('runs nothing that a visitor wrote', () => {
    const { html } = mailOf({ message: `<img src=x onerror="hit('1')">`, name: '</td><script>', companyName: '&lt;' });
    expect(html).not.toMatch(/<img|<script/);
    expect(html).toContain('&lt;img src=x onerror=&quot;hit(&#39;1&#39;)&quot;&gt;');
    expect(html).toContain('&amp;lt;');
  });

  it('keeps headers on one line, and HTML whole, whatever was typed', () => {
    const typed = (maxLength: number) => fc.string({ unit: 'binary', maxLength });
    const tags = (html: string) => html.replace(/<br>/g, '').split('<').length;
    const usual = tags(enquiryMail(payload, facts).html);
    fc.assert(
      fc.property(typed(60), typed(60), typed(300), typed(60), (name, email, subject, message) => {
        const mail = mailOf({ name, email, subject, message });
        expect(mail.subject).toMatch(/^New enquiry SR-7F3K2M:[^\p{Cc}\p{Zl}\p{Zp}]*$/u);
        expect([...mail.subject].length).toBeLessThanOrEqual(200);
        expect(mail.replyTo ?? '').not.toMatch(/[\p{Cc}\s,;<>]/u);
        expect(tags(mail.html)).toBe(usual);
      }),
    );
  });
});
