import { beforeEach, describe, expect, it } from 'vitest';
import { TOO_MANY } from '#app/enquiries/receive/enquiry.schema.ts';
import { newFormId } from '#app/enquiries/receive/spam.server.ts';
import { paths } from '#app/paths.ts';
import { setMaintenance, testTwoMailingSites, whileMissing } from '../support/database.ts';
import { filledIn, filledInPayload, enquiryForm, sendEnquiry, type Fields } from '../support/enquiries.ts';
import { forTest } from '../support/for-test.ts';
import { waitForMail } from '../support/wait-for-mail.ts';
import { parsePage } from '../support/parse-page.ts';
import { expectLed, expectPage, readHtml } from '../support/expect-page.ts';
import { asker, send } from '../support/visitor.ts';

const { site, second, sql, postmark } = await testTwoMailingSites({}); // the first without a proxy, its mails as files
beforeEach(async () => {
  await sql('delete from rate_limits; delete from messages');
});

const messages = () => sql('select * from messages order by id');
const payloads = () => sql.column('select payload from notifications');

const REFERENCE = /^SR-[0-9A-HJKMNP-TV-Z]{6}$/;
const referenceIn = (answer: Response) => /^reference=([^;]*);/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1];

describe('an enquiry', () => {
  it('is stored with name, email, subject, message, service type and preferred contact, unread, and answered by a redirect', async () => {
    const foreign = { id: '77', is_read: 'true', isRead: 'true', created_at: '2001-01-01', role: 'admin' };
    await expectLed(sendEnquiry(site.url, foreign), '/contact-form?sent=1');
    const [stored] = await messages();
    expect(stored).toMatchObject({
      name: filledIn.fullName,
      email: filledIn.email,
      subject: filledIn.subject,
      message: filledIn.message,
      service_type: 'lift-plan-review',
      preferred_contact: 'either',
      is_read: false,
    });
    expect(stored!.id).not.toBe(77);
    expect(stored!.created_at.getFullYear()).toBeGreaterThan(2001);
    // Only the notification contains phone number and company name.
    expect(await payloads()).toEqual([filledInPayload]);
    for (const part of [filledIn.phone, filledIn.companyName]) expect(JSON.stringify(stored)).not.toContain(part);
    const page = await readHtml(await fetch(`${site.url}/contact-form?sent=1`));
    expect(page).toContain("Thank you! Your message has been received. We'll contact you shortly.");
    expect(page).not.toContain(filledIn.fullName);
    const [, formId] = /name="formId" value="([^"]*)".*<button type="submit" (?![^>]*disabled)/s.exec(page)!;
    expect((await sendEnquiry(site.url, { formId })).status).toBe(303);
    expect(await messages()).toHaveLength(2);
  });

  it('is trimmed before it is judged and stored, and null where it was left empty or out', async () => {
    const padded = { fullName: '  Al ', email: ' al@example.com ', subject: ' Rig ', message: '\n  0123456789 \n' };
    const empty = { serviceType: '', preferredContact: undefined, companyName: '', phone: '  ' };
    expect((await sendEnquiry(site.url, { ...padded, ...empty })).status).toBe(303);
    const texts = { name: 'Al', email: 'al@example.com', subject: 'Rig', message: '0123456789' };
    expect(await messages()).toMatchObject([{ ...texts, service_type: null, preferred_contact: null }]);
    const none = { serviceType: null, preferredContact: null, phoneNumber: null, companyName: null };
    expect(await payloads()).toMatchObject([none]);
  });

  const NAME = 'Full name must be at least 2 characters';
  const EMAIL = 'Please enter a valid email address';
  const SUBJECT = 'Subject must be at least 3 characters';
  const MESSAGE = 'Message must be at least 10 characters';
  const CONSENT = 'You must consent to data storage and contact';
  const left = { fullName: undefined, email: undefined, subject: undefined, message: undefined, consent: undefined };
  it.each<[string, Fields, string[]]>([
    ['nothing at all', left, [NAME, EMAIL, SUBJECT, MESSAGE, CONSENT]],
    [
      'one character too few in each',
      { fullName: ' A ', email: 'anja@', subject: ' ab ', message: '  012345678' },
      [NAME, EMAIL, SUBJECT, MESSAGE],
    ],
    ['a message too long', { message: 'é'.repeat(10_001) }, ['Message is too long to send. Please shorten it']],
    ['a service that is not on the list', { serviceType: 'crane-hire' }, []],
    ['a way of contact that is not on the list', { preferredContact: 'fax' }, []],
  ])('with %s is answered 400 with its messages, the form and every other value in it', async (_, fields, texts) => {
    const answer = await sendEnquiry(site.url, fields);
    expect(answer.status).toBe(400);
    const page = await readHtml(answer);
    for (const text of texts) expect(page).toContain(text);
    for (const text of [NAME, EMAIL, SUBJECT, MESSAGE, CONSENT])
      if (!texts.includes(text)) expect(page).not.toContain(text);
    expect(page).toMatch(/<title>Error: Get In Touch/);
    for (const [field, kept] of Object.entries(filledIn))
      if (!(field in fields) && field !== 'consent') expect(page, field).toContain(kept);
    expect(await messages()).toEqual([]);
  });

  it.each<[string, Fields | (() => Fields), string]>([
    ['has the hidden field filled in', { website: 'https://spam.example' }, 'fills in a field that people do not see'],
    // from a process whose reading of the clock is ahead
    [
      'came within 2 seconds',
      () => ({ formId: newFormId(Date.now() + 50.5) }),
      'sent within 2 seconds of opening the form',
    ],
    [
      'has more than 3 links',
      { message: 'Buy http://a.net https://b.net www.c.net HTTPS://d.net' },
      'contains 4 links',
    ],
  ])('that %s looks like a success and is kept apart', async (_, fields, reason) => {
    const sent = sendEnquiry(site.url, typeof fields === 'function' ? fields() : fields);
    const answer = await expectLed(sent, paths.contactFormSent);
    expect(referenceIn(answer)).toMatch(REFERENCE);
    expect(await messages()).toMatchObject([{ folder: 'spam', spam_reason: `Caught: ${reason}` }]);
    expect(await sql('select state from notifications')).toEqual([{ state: 'held' }]);
    expect(await sql(`select 1 from notifications n join graphile_worker.jobs j on j.key like '%'||n.id`)).toEqual([]);
  });

  it('with 3 links, or from a form that was open for 3 seconds or has a clock that runs ahead, is no spam', async () => {
    for (const fields of [
      { message: 'See https://a.example and https://b.example and www.c.example, please.' },
      { message: 'https://www.a.example http://www.b.example HTTPS://WWW.c.example' },
      { formId: newFormId(Date.now() - 3000) },
      { formId: newFormId(Date.now() + 60_000) },
    ])
      await sendEnquiry(site.url, fields);
    expect(await sql.column('select folder from messages where spam_reason is null')).toEqual(Array(4).fill('inbox'));
  });

  it('has a reference, which its page and its mail show and no address does', async () => {
    const subject = 'An enquiry with a reference';
    const answer = await sendEnquiry(site.url, { subject });
    const [{ reference }] = (await messages()) as [{ reference: string }];
    expect(reference).toMatch(REFERENCE);
    expect(referenceIn(answer)).toBe(reference);
    expect(answer.headers.get('location')).not.toContain('SR-');
    const shownWith = (cookie: string) => fetch(site.url + paths.contactFormSent, { headers: { cookie } });
    const page = await shownWith(answer.headers.getSetCookie()[0]!.split(';')[0]!);
    expect(page.headers.get('cache-control')).toBe('no-store');
    await expectPage(page, 200, new RegExp(`Your reference: <strong[^>]*>${reference}<`));
    for (const other of ['reference=SR-LLLLLL', 'reference="><b>', 'reference=SR-7F3K2MX'])
      expect(await (await shownWith(other)).text()).not.toContain('Your reference');
    expect(await waitForMail(subject, site.dataDir, postmark.taken)).toContain(`New enquiry ${reference}: ${subject}`);
  });

  it('sent 20 times in parallel from one form, to two processes, is one message and one mail, and nobody gets an error', async () => {
    const fields = { formId: 'one-form', subject: 'Twenty times the same' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => sendEnquiry((index % 2 ? site : second).url, fields)),
    );
    for (const { url } of [site, second]) answers.push(await sendEnquiry(url, fields)); // and again later
    expect(answers.map(({ status }) => status)).toEqual(Array(22).fill(303));
    const [message, ...more] = await messages();
    expect(more).toEqual([]);
    expect(answers.map(referenceIn)).toEqual(Array(22).fill(message!.reference));
    await waitForMail(fields.subject, site.dataDir, postmark.taken);
  });

  it('comes back as the same form when refused or failed, so that nothing is stored twice', async () => {
    const formId = 'the-form-that-was-sent';
    const idOf = async (answer: Response) => [
      answer.status,
      /name="formId" value="([^"]*)"/.exec(await answer.text())?.[1],
    ];
    expect(await idOf(await sendEnquiry(site.url, { formId, subject: 'x' }))).toEqual([400, formId]);
    const failed = await whileMissing(sql, 'notifications', () => sendEnquiry(site.url, { formId }));
    const page = await failed.clone().text();
    expect(page).toMatch(/<title>Error: /);
    expect(page).toMatch(/role="alert".*Your message could not be sent\. Please try again, or .*<a [^>]*href="tel:/s);
    for (const value of [filledIn.fullName, filledIn.subject, 'column of 42 t']) expect(page).toContain(value);
    expect(await idOf(failed)).toEqual([503, formId]);
    for (let i = 0; i < 2; i++) expect((await sendEnquiry(site.url, { formId })).status).toBe(303);
    expect(await messages()).toHaveLength(1);
    await sendEnquiry(site.url, { formId, message: 'One more thing: it rains.' }); // a changed form is another enquiry
    expect(await messages()).toHaveLength(2);
  });
});

describe('the limit of 8 enquiries in 10 minutes', () => {
  const sendMany = async (url: string, number: number, headers?: (index: number) => Record<string, string>) => {
    const statuses: number[] = [];
    for (let index = 0; index < number; index++) statuses.push((await sendEnquiry(url, {}, headers?.(index))).status);
    return statuses;
  };

  it('answers the ninth 429 with Retry-After and the text kept, in whichever process, until ten minutes have passed', async () => {
    const forged = (index: number) => ({ 'X-Forwarded-For': `10.0.0.${index}` }); // the proxy is not trusted
    expect(await sendMany(site.url, 4, forged)).toEqual(Array(4).fill(303));
    expect(await sendMany(second.url, 4)).toEqual(Array(4).fill(303));
    for (const { url } of [site, second]) {
      const ninth = await sendEnquiry(url, { message: 'The ninth message, dearly typed.' });
      expect(ninth.status).toBe(429);
      expect(Number(ninth.headers.get('retry-after'))).toBeGreaterThan(0);
      const page = await readHtml(ninth);
      expect(page).toContain(TOO_MANY);
      expect(page).toContain('The ninth message, dearly typed.');
      expect(page).toContain(filledIn.companyName);
    }
    expect(await messages()).toHaveLength(8);
    for (const span of ['601 seconds', '-61 seconds']) {
      await sql(`update rate_limits set hits = array_fill(now() - $1::interval, array[8])`, [span]);
      expect(await sendMany(site.url, 1), 'also when the clock has been set back').toEqual([303]);
    }
  });

  it('counts accepted enquiries only: refused and repeated ones are free', async () => {
    for (let index = 0; index < 10; index++) await sendEnquiry(site.url, { fullName: 'A' });
    for (let index = 0; index < 10; index++) await sendEnquiry(site.url, { formId: 'again' });
    expect(await sendMany(site.url, 8)).toEqual([...Array(7).fill(303), 429]);
  });

  it('holds against 20 requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => sendEnquiry(site.url)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(12);
    expect(await messages()).toHaveLength(8);
  });
});

it('a form posted during maintenance gets the screen with 503, which says that it was not sent, with its text for copying', async () => {
  forTest({ stop: () => setMaintenance(sql, false, site) });
  await setMaintenance(sql, true, site);
  const answer = await sendEnquiry(site.url, { message: 'Half an hour of typing <b>here</b>' });
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const { fullName, email, phone, subject } = filledIn;
  const said = ['Maintenance in Progress', 'not sent', 'Half an hour of typing &lt;b&gt;here&lt;/b&gt;'];
  const html = await expectPage(answer, 503, ...said, fullName, email, phone, subject);
  const visitor = asker(site, '');
  expect((await send(visitor, '/contact-form.data', enquiryForm())).status).toBe(503);
  expect(await messages()).toEqual([]);
  expect((await sendEnquiry(site.url, {}, { Origin: 'https://evil.example' })).status).toBe(403);
  await setMaintenance(sql, false, site);
  const form = (await parsePage(new Response(html))).querySelector('main form')!;
  const fields = [...form.querySelectorAll('input')].map(({ name, value }) => [name, value]);
  const sent = await send(visitor, form.getAttribute('action')!, new URLSearchParams(fields));
  expect([sent.status, await messages()]).toMatchObject([303, [{ service_type: 'lift-plan-review' }]]); // 'Try again'
});
