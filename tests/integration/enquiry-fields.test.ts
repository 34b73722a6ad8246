import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { labels } from '#app/enquiries/form/enquiry-fields.tsx';
import { partLabels, parts, partText } from '#app/enquiries/receive/enquiry-parts.ts';
import { paths } from '#app/paths.ts';
import { columnOf } from '#db/orm.ts';
import { testMailingSite } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { visitAs } from '../support/visitor.ts';

// Everything that a visitor enters must reach staff. These tests cover new fields without a change.
const { consent: _, files: __, ...fields } = labels; // enquiry-files.test.ts tests files
const choices: Record<string, string> = { serviceType: 'training-request', preferredContact: 'either' };
const entered: Record<string, string> = { ...choices, email: 'anja@example.com' };
const written = Object.fromEntries(
  Object.keys(fields).map((name) => [name, entered[name] ?? `What was written as ${name}`]),
);
const { postmark, site, sql } = await testMailingSite();
postmark.behave({ kind: 'late', ms: 3000 });
const admin = await visitAs(site, sql, 'admin');
const sentAt = performance.now();
expect((await sendEnquiry(site.url, written)).status).toBe(303);
expect(performance.now() - sentAt).toBeLessThan(2000); // it does not wait for the mail service, which then fails
postmark.behave({ kind: 'error', status: 503 });
const stored = await sql.row<Record<string, string>>('select * from messages');

const shown = (name: string, value: string) => partText({ [name]: value }, name as (typeof parts)[number]);

it('each field that has a label is in the form, and no other', async () => {
  const page = await (await fetch(site.url + paths.contactForm)).text();
  const form = /<form[^>]*action="\/contact-form".*?<\/form>/s.exec(page)![0];
  const names = new Set([...form.matchAll(/ name="(\w+)"/g)].map(([, name]) => name));
  expect([...names].sort()).toEqual([...Object.keys(labels), 'formId', 'website'].sort());
});

it('each reaches the mail, once the mail service takes it: its failure has blocked nothing', async () => {
  const reason = { state: 'waiting', reason: 'mail service answered 503 (code 0)' };
  await expect.poll(() => sql('select state, reason from notifications')).toEqual([reason]);
  postmark.behave({ kind: 'well' });
  await expect.poll(() => postmark.taken.length).toBe(1);
  const { TextBody, HtmlBody, ...envelope } = postmark.taken[0]!;
  expect(envelope).toMatchObject({
    From: 'site@example.com',
    To: 'office@example.com',
    ReplyTo: written.email,
    Subject: `New enquiry ${stored.reference}: ${written.subject}`,
  });
  await expect.poll(() => sql('select state from notifications')).toEqual([{ state: 'sent' }]);
  for (const [name, value] of Object.entries(written)) {
    expect(TextBody, name).toContain(shown(name, value));
    expect(HtmlBody, name).toContain(shown(name, value));
  }
});

it('each is stored, but for phone and company, which only the mail contains', () => {
  for (const [name, value] of Object.entries(written))
    if (name !== 'phone' && name !== 'companyName') expect(Object.values(stored), name).toContain(value);
  const ownColumns = [
    ...['id', 'is_read', 'created_at', 'submission_key', 'reference', 'folder', 'spam_reason', 'trashed_at'],
    ...['answered_at', 'answered_by', 'reminded_at', 'waits_since', 'first_answered_at', 'reply_token'],
    ...['owner_id', 'later_until', 'came_by', 'logged_by'],
  ];
  expect(Object.keys(stored).sort()).toEqual([...ownColumns, ...parts.map(columnOf)].sort());
});

it('each that is kept is shown to staff and exported', async () => {
  const details = await (await admin.get(paths.admin.message(Number(stored.id)))).text();
  const [headers, row] = parse(await (await admin.get(paths.admin.exportMessages)).text(), { bom: true }) as string[][];
  for (const part of parts) {
    const value = shown(part, stored[columnOf(part)]!);
    const label = partLabels[part];
    const dialog = details.slice(details.indexOf('class="letter'));
    const before = ['serviceType', 'preferredContact'].includes(part) ? `<dt[^>]*>${label}</dt><dd[^>]*>.*?` : '';
    expect(dialog).toMatch(new RegExp(before + value, 's'));
    expect(row![headers!.indexOf(label)], label).toBe(value);
  }
});

it('each is shown and exported with all else about the person', async () => {
  for (const address of [paths.admin.person(written.email!), paths.admin.exportPerson(written.email!)]) {
    const text = await (await admin.get(address)).text();
    for (const [name, value] of Object.entries(written)) expect(text, name).toContain(value);
  }
});

it('each that a visitor writes is found by the search', async () => {
  const isFound = async (word: string) =>
    (await (await admin.get(`${paths.admin.messages}?q=${word}`)).text()).includes(`id="view-${stored.id}"`);
  for (const [name, value] of Object.entries(written).filter(([name]) => !(name in choices)))
    expect(await isFound(value.split(' ').at(-1)!), name).toBe(true);
  expect(await isFound('unwritten')).toBe(false);
});
