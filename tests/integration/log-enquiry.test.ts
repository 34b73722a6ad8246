import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { emptyTables } from '../support/content.ts';
import { testMailingSite } from '../support/database.ts';
import { expectLed, expectPage, markupOf, textOf } from '../support/expect-page.ts';
import { visitAs } from '../support/visitor.ts';

const { postmark, site, sql } = await testMailingSite();
const [admin, other] = await Promise.all([visitAs(site, sql, 'admin'), visitAs(site, sql, 'admin')]);

const { logEnquiry, message, messages } = paths.admin;
const form = (fields: Record<string, string> = {}) =>
  new URLSearchParams({
    cameBy: 'phone',
    fullName: 'Anja Ramdin',
    phone: '868 555 0100',
    subject: 'Tandem lift',
    message: 'A column of 42 t. See http://a.example http://b.example http://c.example http://d.example',
    formId: randomUUID(),
    ...fields,
  });
const log = (fields: Record<string, string> = {}) => admin.post(logEnquiry, form(fields));
const mailsTo = (to: string) => postmark.taken.filter(({ To }) => To === to);
const page = () => textOf(admin.get(message(1)));

beforeEach(async () => {
  postmark.taken.length = 0;
  await emptyTables(sql, 'messages');
});

describe('a call that is logged', () => {
  it('is an enquiry as any other: reference, clock, notification, search; and no spam', async () => {
    await expectLed(log(), message(1));
    const row = await sql.row('select * from messages');
    expect(row).toMatchObject({ folder: 'inbox', email: '', came_by: 'phone', logged_by: admin.email, is_read: false });
    expect(row.reference).toMatch(/^SR-/);
    await expect.poll(() => mailsTo('office@example.com').length, { timeout: 20_000 }).toBe(1);
    const [told] = mailsTo('office@example.com');
    expect(told!.Subject).toBe(`New enquiry ${String(row.reference)}: Tandem lift`);
    expect(told!.TextBody).toContain(`A new enquiry has come in by phone. ${admin.email} has logged it.`);
    expect(told!.TextBody).toContain('Email: Not given');
    expect(told!.ReplyTo).toBeFalsy();
    expect(await textOf(admin.get(`${messages}?q=0100`))).toContain('Anja Ramdin');
    expect(await textOf(admin.get(`${messages}?view=waiting`))).toMatch(/Anja Ramdin.*Answer due in 24 h/s);
    expect(await sql("select who, what from activities where kind = 'enquiries'")).toEqual([
      { who: admin.email, what: `Logged ${String(row.reference)}, which came by phone` },
    ]);
    expect(await page()).toMatch(/Came by phone\. Logged by .*Received\s+, .* by admin/s);
    expect(await sql('select 1 from acknowledgements')).toEqual([]);
  });

  it('without an email address has no reply by mail, and says so', async () => {
    await log();
    const shown = await markupOf(admin.get(message(1)));
    expect(shown).toContain('There is no email address, so there is no reply by mail.');
    expect(shown).not.toMatch(/name="text"|href="#text"|mailto:|person\?email/);
    expect(shown.match(/href="tel:\+18685550100"/g)!.length).toBeGreaterThanOrEqual(3);
    const reply = new URLSearchParams({ intent: 'reply', subject: 'Re', text: 'Hello', version: '999', formId: 'x' });
    expect((await admin.post(`${message(1)}?form=reply`, reply)).status).toBe(400);
    expect(await sql('select 1 from replies')).toEqual([]);
    const csv = await (await admin.get(`${paths.admin.exportMessages}?columns=all`)).text();
    expect(csv).toContain('"Anja Ramdin","Not given","Tandem lift"');
    expect((await admin.get(paths.admin.person())).status).toBe(200);
    expect(await textOf(admin.get(`${messages}?view=inbox`))).toContain('Anja Ramdin');
  });

  it('with one can be answered, and is acknowledged if that is ticked, whatever Settings say', async () => {
    await sql('update settings set acknowledgement = true');
    await log({ email: 'anja@example.com', cameBy: 'whatsapp', phone: 'https://wa.me/18685550100' });
    expect(await markupOf(admin.get(message(1)))).toMatch(
      /href="https:\/\/wa\.me\/18685550100"[^>]*>WhatsApp<.*name="text"/s,
    );
    const ticked = { email: 'anja@example.com', phone: '', cameBy: 'in-person', acknowledge: 'on' };
    expect(await textOf(admin.after(await log(ticked)))).not.toContain('No acknowledgement');
    await expect.poll(() => mailsTo('anja@example.com').length, { timeout: 20_000 }).toBe(1);
    const sent = () => sql('select message_id, state from acknowledgements');
    await expect.poll(sent, { timeout: 20_000 }).toEqual([{ message_id: 2, state: 'sent' }]);
    const again = await textOf(admin.after(await log(ticked)));
    expect(again).toMatch(/Enquiry logged: SR-.*No acknowledgement is sent: an address gets one a day/s);
  });

  it('twice by one form is one; what is wrong is refused with all that was typed', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(logEnquiry, form({ formId: 'same' }))));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await sql('select count(*)::int as n from messages')).toEqual([{ n: 1 }]);
    const refused = log({ phone: '', message: 'Short', companyName: 'x'.repeat(201) });
    await expectPage(refused, 400, 'Message must be at least 10 characters', 'Anja Ramdin', '<details open=""');
    expect((await log({ cameBy: 'pigeon' })).status).toBe(400);
  });
});

describe('a note', () => {
  const note = (fields: Record<string, string>) =>
    admin.post(message(1), { intent: 'note', note: 'She will send drawings', version: '0', ...fields });
  beforeEach(() => log());

  it('can be about a call or a visit, with its time', async () => {
    expect((await note({ contact: 'visit', contactAt: '2026-11-24T08:30' })).status).toBe(303);
    const shown = await textOf(other.get(message(1)));
    expect(shown).toMatch(/Visit on 24 Nov 2026, 08:30\s+, .* by admin.*She will send drawings/s);
    const csv = await (await admin.get(`${paths.admin.exportMessages}?columns=all`)).text();
    expect(csv).toContain('"Visit: She will send drawings"');
  });

  it('about a call without a time was just now, also when it marks the enquiry answered', async () => {
    expect((await note({ intent: 'answer', contact: 'call', contactAt: '' })).status).toBe(303);
    const row = await sql.row('select contact, abs(extract(epoch from contact_at - now())) < 60 as now from notes');
    expect(row).toEqual({ contact: 'call', now: true });
    expect(await page()).toMatch(/Marked answered after a call on /);
  });
});
