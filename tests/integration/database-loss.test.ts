import { afterAll, expect, it } from 'vitest';
import { publicPages } from '#app/paths.ts';
import { startEmbedded } from '#db/embedded.ts';
import { filledIn, sendEnquiry } from '../support/enquiries.ts';
import { expectPage } from '../support/expect-page.ts';
import { forFile } from '../support/for-test.ts';
import { startProduct } from '../support/product.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce, sqlBy } from '../support/test-postgres.ts';
import { sendLogin, visitAs } from '../support/visitor.ts';

// A PostgreSQL of its own, which the tests can stop and pause.
const dir = testFolder();
let postgres = await startEmbedded(dir, { durable: false });
afterAll(() => postgres.stop());
const { host, port, user } = postgres;
const DATABASE_URL = `postgres://${user}@/postgres?host=${encodeURIComponent(host)}&port=${port}`;
const site = forFile(await startProduct({ DATABASE_URL }));
for (const page of publicPages) await fetch(site.url + page);

const sql = sqlBy((text, values) => queryOnce({ host, port, user }, text, values));

it('while the database is stopped, public pages answer from what is known, forms answer 503 within 3 s and keep what was typed, staff are told in the look of the site; all is well within 5 s of its return', async () => {
  const admin = await visitAs(site, sql, 'admin');
  await postgres.stop();
  try {
    for (const page of publicPages) expect([page, (await fetch(site.url + page)).status]).toEqual([page, 200]);
    const started = performance.now();
    const message = 'Typed with care while the database was away.';
    const sent = await sendEnquiry(site.url, { message });
    expect(performance.now() - started).toBeLessThan(3000);
    const { fullName, email, phone, subject } = filledIn;
    const words = 'Your message could not be sent. Please try again, or call us.';
    const form = [/<title>Error: Get In Touch/, /<form[^>]*action="\/contact-form"/];
    await expectPage(sent, 503, words, fullName, email, phone, subject, message, ...form);
    expect(Number(sent.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(503);
    const answer = await admin.get('/admin/services');
    const name = 'Safety Rigging &amp; Lifting Services';
    const heading = /<title>Temporarily unavailable<.*<h1[^>]*>Temporarily unavailable</s;
    const again = /href="\/admin\/services"[^>]*>Try again/;
    await expectPage(answer, 503, name, heading, again, `Reference: ${answer.headers.get('x-request-id')}`);
    expectSecurityHeaders(answer.headers);
    expect(answer.headers.get('retry-after')).toBe('10');
    const login = sendLogin(site, 'somebody@example.com', 'correct horse');
    const why = 'You cannot sign in at the moment. Please try again in a minute.';
    await expectPage(login, 503, why, 'value="somebody@example.com"');
  } finally {
    postgres = await startEmbedded(dir, { durable: false });
  }
  const soon = { timeout: 5000, interval: 100 };
  await expect.poll(async () => (await sendEnquiry(site.url)).status, soon).toBe(303);
  await expect.poll(() => sql("select 1 from notifications where state <> 'sent'")).toEqual([]); // the queue continues
  await sql(`update services set title = 'Back again' where id = (select min(id) from services)`);
  await expect.poll(async () => (await fetch(`${site.url}/services`)).text(), soon).toContain('Back again');
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status, soon).toBe(200);
});

it('the process has not died, and has logged why it answered 503', () => {
  expect(site.logs()).toContain('enquiry could not be saved');
  expect(site.logs()).not.toMatch(/Ramdin|anja@example/);
});
