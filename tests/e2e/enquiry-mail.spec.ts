import { expect, test } from '@playwright/test';
import { enquiryMail } from '#app/enquiries/mails/enquiry-mail.ts';
import { filledInPayload } from '../support/enquiries.ts';

const long = 'https://example.com/' + 'drawings'.repeat(120);
const payload = {
  ...filledInPayload,
  name: long,
  email: `${'a'.repeat(60)}@${'b'.repeat(180)}.example`,
  subject: long,
  message: `We have a lift.\n${long}\nPlease call.`,
  phoneNumber: '8'.repeat(50),
  companyName: long,
};

test('the mail about an enquiry fits every window, whatever a visitor wrote', async ({ page }) => {
  const facts = {
    notificationId: '1',
    reference: 'SR-7F3K2M',
    link: 'https://example.com/admin/messages/1',
    receivedAt: new Date(),
  };
  await page.setContent(enquiryMail(payload, facts).html);
  for (const width of [320, 360, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(
      width,
    );
  }
});
