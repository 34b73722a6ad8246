import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { TOO_MANY } from '#app/enquiries/receive/enquiry.schema.ts';
import { testSite } from '../support/database.ts';
import { formOf, sendEnquiry } from '../support/enquiries.ts';
import { pipeline } from '../support/pipelined.ts';

const { site, sql } = await testSite({ TRUST_PROXY: '1' });

const rows = (subject: string) => sql('select 1 from messages where subject = $1', [subject]);

it('a form that a machine sends on and on is told that it is too much, and others are taken at once', async () => {
  const form = { formId: randomUUID(), subject: 'Sent by a machine' };
  const body = formOf(form).toString();
  const head = `POST /contact-form HTTP/1.1\r\nHost: a\r\nOrigin: ${site.url}\r\nX-Forwarded-For: 203.0.113.5\r\n`;
  const type = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  const machine = pipeline(site.url, Array<string>(150).fill(head + type + body));
  const start = performance.now();
  const other = await sendEnquiry(site.url, { subject: 'Somebody else' }, { 'X-Forwarded-For': '203.0.113.6' });
  expect(other.status).toBe(303);
  expect(performance.now() - start).toBeLessThan(2000);
  await machine.answered(150);
  const { 303: taken = 0, 429: refused = 0 } = machine.statuses();
  expect([taken + refused, taken > 20, taken < 60]).toEqual([150, true, true]);
  machine.close();
  expect(await rows(form.subject)).toHaveLength(1);
  const again = await sendEnquiry(site.url, form, { 'X-Forwarded-For': '203.0.113.5' });
  expect([again.status, (await again.text()).includes(TOO_MANY.slice(0, 20))]).toEqual([429, true]);
  const changed = await sendEnquiry(site.url, { ...form, subject: 'Changed' }, { 'X-Forwarded-For': '203.0.113.5' });
  expect(changed.status).toBe(303); // another text is another enquiry
});
