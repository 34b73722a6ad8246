import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { MAIL_BYTES, rawKey, recordSkippedMail, sweepRawMails } from '#app/enquiries/inbound/store-mail.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { emptyTables } from '../support/content.ts';
import { testMailingSite } from '../support/database.ts';
import { expectPage, textOf } from '../support/expect-page.ts';
import { filledIn, sendEnquiry } from '../support/enquiries.ts';
import type { TakenMail } from '../support/fake-postmark.ts';
import { endMails, sendRepliesAtOnce } from '../support/send-at-once.ts';
import { openTestApp } from '../support/test-app.ts';
import { parsePage } from '../support/parse-page.ts';
import { visitAs } from '../support/visitor.ts';

const CLIENT = filledIn.email;
const BOSS = 'boss@example.org';
const PASSWORD = 'a password of the webhook';

const { postmark, site, sql, connection } = await testMailingSite({
  TRUST_PROXY: '1',
  INBOUND_ADDRESS: 'enquiries@example.com',
  INBOUND_WEBHOOK_PASSWORD: PASSWORD,
});
site.app.clock = { now: () => Date.now() + 10_800_000 }; // the database's clock decides
await sendRepliesAtOnce(sql);
const app = await openTestApp(connection, { DATA_DIR: site.dataDir });
const admin = await visitAs(site, sql, 'admin');
const details = () => textOf(admin.get(paths.admin.message(1)));

beforeEach(async () => {
  await endMails(sql);
  await emptyTables(sql, 'messages', 'activities');
  await sql('delete from inbound_mails');
  await sql('delete from rate_limits');
  postmark.taken.length = 0;
});

const sentTo = async (to: string, subject: string): Promise<TakenMail> => {
  const find = () => postmark.taken.filter((mail) => mail.To === to && mail.Subject.includes(subject));
  await expect.poll(() => find().length, { timeout: 20_000 }).toBe(1);
  return find()[0]!;
};
const header = ({ Headers }: TakenMail, name: string) => Headers.find(({ Name }) => Name === name)?.Value;

async function askAndReply(): Promise<TakenMail> {
  expect((await sendEnquiry(site.url, {}, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(303);
  await sentTo('office@example.com', 'New enquiry');
  return reply('On Monday');
}

async function reply(text: string): Promise<TakenMail> {
  const last = await sql.value<number>('select coalesce(max(id), 0) as max from activities');
  const fields = { intent: 'reply', subject: `Re: ${text}`, text, version: String(last) };
  expect((await admin.post(paths.admin.message(1), fields)).status).toBe(303);
  return sentTo(CLIENT, text);
}

const usual = { to: 'enquiries@example.com', from: CLIENT, subject: 'Re: column', text: 'Monday is fine.', id: 'one' };
type Written = Partial<Record<keyof typeof usual, string | undefined>> & { headers?: string[] };
const mail = ({ headers = [], ...written }: Written) => {
  const { to, from, subject, text, id } = { ...usual, ...written };
  const head = [
    `From: Anja Ramdin <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}@client.example>`,
  ];
  return head.concat(headers, '', text ?? '', '').join('\r\n');
};

const put = (name: string, text: string) => {
  fs.mkdirSync(path.join(site.dataDir, 'inbox'), { recursive: true });
  fs.writeFileSync(path.join(site.dataDir, 'inbox', name), text);
};
type Sent = RequestInit & { password?: string; address?: string; slash?: string };
const post = (
  body: string | object,
  { password = PASSWORD, address = '198.51.100.9', slash = '', ...init }: Sent = {},
) =>
  fetch(site.url + paths.inboundPostmark + slash, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      Authorization: `Basic ${btoa(`anybody:${password}`)}`,
      Origin: 'https://postmark.example',
      'Sec-Fetch-Site': 'cross-site',
      'X-Forwarded-For': address,
    },
    ...init,
  });
/** Uses the webhook, the fastest way in; ways-in.test.ts compares them. */
const bring = async (text: string) => expect((await post({ RawEmail: text })).status).toBe(200);
const message = (id = 1) => sql.row<Record<string, unknown>>('select * from messages where id = $1', [id]);
const referenceOf = async (id = 1) => (await message(id)).reference as string;
const soon = { timeout: 20_000 };
const came = (count: number) =>
  expect.poll(() => sql("select 1 from inbound_mails where state = 'read'"), soon).toHaveLength(count);

describe('an answer by mail', () => {
  it('stands in its conversation, starts the clock again and tells the office; the next reply keeps the thread', async () => {
    const first = await askAndReply();
    expect(first.ReplyTo).toMatch(/^enquiries\+[0-9a-f]{32}@example\.com$/);
    await sql(
      "update messages set created_at = created_at - interval '9 days', answered_at = answered_at - interval '8 days'",
    );
    const { answered_at: answeredAt } = await message();
    const text = 'Monday is fine.\n\nOn 3 Nov 2026 at 10:12, Office <o@example.com> wrote:\n> On Monday';
    put('answer.eml', mail({ to: first.ReplyTo, text }));
    await came(1);
    expect(await message()).toMatchObject({ answered_at: null, is_read: false, first_answered_at: answeredAt });
    const told = await sentTo('office@example.com', 'Answer on SR-');
    expect(told).toMatchObject({ Subject: `Answer on ${await referenceOf()}: Re: column`, ReplyTo: CLIENT });
    expect(header(told, 'Auto-Submitted')).toBe('auto-generated');
    const page = await details();
    expect(page).toMatch(/Answer\s*, .* by Anja Ramdin &lt;anja@example\.com&gt;/);
    expect(page).toMatch(/Monday is fine\.\s*Quoted text/);
    expect(page).toMatch(/Answer due in 2[34] h/);
    expect(page).toContain('The mail as it came');
    expect(await (await admin.get(paths.admin.message(1))).text()).toContain('value="Re: column [SR-');
    expect(await textOf(admin.get(`${paths.admin.messages}?q=fine`))).toContain('1 found');
    const second = await reply('At eight');
    expect(header(second, 'In-Reply-To')).toBe('<one@client.example>');
    const expected = [expect.any(String), header(first, 'Message-ID'), '<one@client.example>'];
    expect(header(second, 'References')!.split(' ')).toEqual(expected);
    expect(second.ReplyTo).toBe(first.ReplyTo);
    await admin.post(paths.admin.message(1), { intent: 'note', note: 'They rang' });
    expect(await details()).toMatch(
      /Two cranes.*Conversation\s+Reply.*Re: On Monday.*Answer\s*,.*Re: At eight.*Note\s*,.*They rang.*Reply subject/s,
    );
    const files = fs.readdirSync(path.join(site.dataDir, 'inbox'), { recursive: true });
    expect(files.sort()).toEqual(['taken', expect.stringMatching(/^taken\/[0-9a-f-]{36}\.eml$/)]);
  });

  it('to a reply from the spam view brings it into the inbox; no answer is put away unseen, by a row, in bulk or in the details', async () => {
    const { ReplyTo } = await askAndReply();
    await sql(
      "update messages set folder = 'spam', spam_reason = 'Caught: contains 9 links', created_at = now() - interval '9 days'",
    );
    const version = String(await sql.value<number>('select max(id) from activities'));
    await sql("update messages set later_until = now() + interval '9 days'");
    await bring(mail({ to: ReplyTo }));
    await came(1);
    expect(await message()).toMatchObject({ folder: 'inbox', spam_reason: null, answered_at: null });
    expect(await details()).toContain('Answer due in 24 h');
    const ways: [string, Record<string, string>][] = [
      [paths.admin.messages, { intent: 'answer 1' }],
      [paths.admin.messages, { intent: 'trash', message: '1' }],
      [paths.admin.message(1), { intent: 'spam' }],
      [paths.admin.message(1), { intent: 'answer', note: 'Rang them' }],
    ];
    for (const [address, fields] of ways) {
      const refused = await admin.post(address, { ...fields, version });
      const expected = [409, expect.stringMatching(fields.note ?? /An answer came|Somebody else was here first/)];
      expect([refused.status, await textOf(refused)]).toEqual(expected);
    }
    expect(await message()).toMatchObject({ folder: 'inbox', answered_at: null });
    expect((await admin.post(paths.admin.message(1), { intent: 'spam', version: '999999' })).status).toBe(303);
    await bring(mail({ to: ReplyTo, id: 'again' }));
    await came(2);
    expect(await message()).toMatchObject({ folder: 'spam', spam_reason: 'Marked as spam by staff' });
    await sql("update messages set spam_reason = 'Caught: contains 4 links', first_answered_at = null");
    await bring(mail({ subject: `[${await referenceOf()}]`, id: 'caught' }));
    await came(3);
    expect(await message()).toMatchObject({ folder: 'spam', is_read: false });
    expect(await sql('select 1 from answer_notifications')).toHaveLength(1); // for the first mail
  });

  it('is due as late as the first, while that still waits', async () => {
    await sendEnquiry(site.url, {}, { 'X-Forwarded-For': '198.51.100.7' });
    await sentTo('office@example.com', 'New enquiry');
    await sql("update messages set created_at = '2026-03-02T13:00:00Z', reply_token = 'a' || substr(md5('t'), 2)");
    const token = await sql.value<string>('select reply_token as token from messages');
    await bring(mail({ to: `enquiries+${token}@example.com` }));
    const { TextBody } = await sentTo('office@example.com', 'Answer on');
    expect(TextBody).toContain('Answer due: Tuesday, 3 March 2026 at 09:00');
  });

  it('is stored once, whichever ways it comes', async () => {
    const { ReplyTo } = await askAndReply();
    const text = mail({ to: ReplyTo });
    put('twice.eml', text);
    await came(1);
    expect((await post({ RawEmail: text.replaceAll('\r\n', '\n'), OriginalRecipient: ReplyTo })).status).toBe(200);
    await expect.poll(() => sql('select 1 from inbound_mails'), { timeout: 20_000 }).toHaveLength(1);
    const files = () => fs.readdirSync(path.join(site.dataDir, 'inbox'), { recursive: true });
    const before = files();
    put('again.eml', text);
    await expect.poll(files, { timeout: 20_000 }).not.toContain('again.eml');
    await expect.poll(files, { timeout: 20_000 }).toEqual(before); // erasure finds only files with a row
    expect((await post({ RawEmail: mail({ to: ReplyTo, text: 'Other words' }) })).status).toBe(200);
    await came(2);
    // Without a Message-ID the other headers identify a mail.
    for (const date of ['Mon, 2 Nov 2026 09:00:00 -0400', 'Tue, 3 Nov 2026 09:00:00 -0400', 'one day', 'one day'])
      await bring(mail({ to: ReplyTo }).replace(/Message-ID: .*/, `Date: ${date}`));
    await came(5);
    await Promise.all(Array.from({ length: 6 }, () => bring(mail({ to: ReplyTo, id: 'at-once' }))));
    await expect.poll(() => sql(`select 1 from inbound_mails`), { timeout: 20_000 }).toHaveLength(6);
    for (let n = 0; n < 6; n++) await bring(mail({ to: ReplyTo, id: `loop-${n}` }));
    await came(12);
    expect(await sql('select 1 from answer_notifications')).toHaveLength(10);
  });

  it('comes out of the trash, and from another address changes nobody whom we answer', async () => {
    const { ReplyTo } = await askAndReply();
    await admin.post(paths.admin.message(1), { intent: 'trash' });
    await bring(mail({ to: ReplyTo, from: BOSS, id: 'boss', subject: 'Re: our secret margin' }));
    await came(1);
    expect(await (await admin.get(paths.admin.message(1))).text()).not.toMatch(/value="[^"]*our secret margin/);
    expect(await message()).toMatchObject({ folder: 'inbox', email: CLIENT, trashed_at: null });
    expect(await details()).toContain(`From another address: ${BOSS}`);
    const sent = await sentTo('office@example.com', 'Answer on');
    expect([sent.ReplyTo, sent.TextBody]).toEqual([CLIENT, expect.stringContaining(`address: ${BOSS}\n`)]);
    await reply('To the client');
    await bring(mail({ from: BOSS, subject: `[${await referenceOf()}]`, id: 'again' }));
    await came(2);
    expect(await sql('select 1 from messages')).toHaveLength(1);
    await sql(`insert into enquiry_files (message_id, mail_id, position, name, kind, size_bytes)
      select message_id, id, 1, 'crane.pdf', 'pdf', 9 from inbound_mails`);
    const { person, exportPerson } = paths.admin;
    const reference = await referenceOf();
    expect(await textOf(admin.get(person(BOSS)))).toMatch(
      new RegExp(`2 mails of this address.*Mail.*${BOSS}.*${reference}.*Monday is fine.*Files: crane.pdf`, 's'),
    );
    const exported = (await (await admin.get(exportPerson(BOSS))).json()) as Record<string, unknown>;
    const theirs = { enquiry: reference, text: 'Monday is fine.', files: ['crane.pdf'] };
    expect(exported.mails_in_other_enquiries).toMatchObject([theirs, theirs]);
    const toldId = await sql.value<string>('select id from answer_notifications');
    const outbox = path.join(site.dataDir, 'outbox');
    fs.mkdirSync(outbox, { recursive: true });
    fs.writeFileSync(path.join(outbox, `20260301T000000-${toldId}.eml`), 'Monday is fine.');
    const erased = await admin.post(person(BOSS), { confirmation: BOSS });
    expect([erased.status, await sql('select 1 from inbound_mails'), fs.readdirSync(outbox)]).toEqual([303, [], []]);
    expect(await textOf(admin.get(paths.admin.activity))).toContain('Erased all data of a person: 2 mails');
  });

  it('shows a subject that is new, or that is all it says', async () => {
    const { ReplyTo } = await askAndReply();
    await bring(mail({ to: ReplyTo, subject: `AW: On Monday [${await referenceOf()}]`, id: 'same' }));
    await came(1);
    for (const text of ['See above.', ''])
      await bring(mail({ to: ReplyTo, subject: 'Re: CANCEL Friday', text, id: `new-${text.length}` }));
    await came(3);
    expect(await details()).not.toContain('AW: On Monday');
    expect(await details()).toMatch(/Re: CANCEL Friday\s+See above\..*Re: CANCEL Friday\s+The mail has no text\./s);
  });

  it('is read in the direction of its words, as is the enquiry', async () => {
    const { ReplyTo } = await askAndReply();
    await sql("update messages set name = 'أحمد', subject = 'رافعة', message = 'متى؟', answered_at = null");
    await sql(`update notifications set payload = payload || '{"companyName": "ميناء"}'`);
    const headers = ['Content-Type: text/plain; charset=utf-8'];
    await bring(mail({ to: ReplyTo, subject: 'Re: الاثنين', text: 'نعم.\n\n> متى؟', headers }));
    await came(1);
    for (const [address, words] of [
      [paths.admin.message(1), ['أحمد', 'ميناء', 'رافعة', 'متى؟', 'Re: الاثنين', 'نعم.', '> متى؟']],
      [paths.admin.messages, ['أحمد', 'ميناء', 'رافعة', 'متى؟']],
      [paths.admin.dashboard, ['رافعة', 'أحمد, ميناء']],
    ] as const) {
      const all = [...(await parsePage(admin.get(address))).querySelectorAll('main :not(.sr-only)')];
      const foreign = all.filter((each) => !each.children.length && /\p{Script=Arabic}/u.test(each.textContent));
      expect(foreign.map((each) => each.textContent)).toEqual(expect.arrayContaining([...words]));
      expect(foreign.filter((each) => !each.closest('[dir=auto], bdi')).map((each) => each.outerHTML)).toEqual([]);
    }
  });

  it('of a stranger who knows the number is a new enquiry', async () => {
    await askAndReply();
    const reference = await referenceOf();
    await bring(mail({ from: 'stranger@example.org', subject: `Re: [${reference}]`, id: 's' }));
    await came(1);
    expect(await message(2)).toMatchObject({ email: 'stranger@example.org', folder: 'inbox', service_type: null });
    expect(await textOf(admin.get(paths.admin.message(2)))).toMatch(
      new RegExp(`Mentions ${reference}.*Consent\\s*by mail`, 's'),
    );
    await sentTo('office@example.com', `New enquiry ${await referenceOf(2)}`);
    expect((await message()).answered_at).not.toBeNull();
  });

  it('that asks something new is acknowledged in its own thread, with no words that it names as earlier mails', async () => {
    await sql('update settings set acknowledgement = true');
    await bring(mail({ headers: ['References: <Buy-now@http://evil.example> <zero@client.example>'] }));
    const answer = await sentTo(CLIENT, 'We have your enquiry');
    expect(answer.ReplyTo).toMatch(/^enquiries\+[0-9a-f]{32}@example\.com$/);
    expect(header(answer, 'In-Reply-To')).toBe('<one@client.example>');
    expect(header(answer, 'References')).toMatch(/^<enquiry-[\w-]+@example\.com> <one@client\.example>$/);
    await sql('update settings set acknowledgement = false');
  });

  it('brings the Message-IDs of its thread into the next reply, as far as they are some, and of many the latest', async () => {
    const { ReplyTo } = await askAndReply();
    const many = Array.from({ length: 60 }, (_, n) => `<${n}${'a'.repeat(200)}@client.example>`).join('\r\n ');
    const others = '<no-address> <Ünïcode@client.example> words <x@client.example><y@client.example>';
    const long = `<${'l'.repeat(300)}@client.example>`;
    await bring(mail({ to: ReplyTo, headers: [`References: ${many}\r\n ${others} ${long}`] }));
    await came(1);
    const references = header(await reply('Noted'), 'References')!.split(' ');
    expect(references[0]).toMatch(/^<enquiry-/);
    expect(references.slice(-4)).toEqual([
      expect.stringMatching(/^<59a+@client\.example>$/),
      ...['x', 'y', 'one'].map((id) => `<${id}@client.example>`),
    ]);
    expect(references.join(' ').length).toBeLessThan(8300);
  });

  it('by a machine starts no clock and no mail; more than five an hour are only counted', async () => {
    const { ReplyTo } = await askAndReply();
    await sql('update settings set acknowledgement = true');
    for (let n = 0; n < 8; n++)
      await bring(mail({ to: ReplyTo, id: `m${n}`, text: `Away ${n}`, headers: ['Auto-Submitted: auto-replied'] }));
    await came(8);
    expect((await message()).answered_at).not.toBeNull();
    const page = await details();
    expect(page.match(/Automatic answer\s*,[^,]*, \d\d:\d\d by [^,]*Away \d/g)).toHaveLength(5);
    expect(page).toContain('and 3 more automatic answers');
    await bring(mail({ from: 'news@example.org', id: 'list', headers: ['List-Id: <news.example.org>'] }));
    await came(9);
    expect(await message(2)).toMatchObject({ folder: 'spam', spam_reason: 'Caught: sent by a machine' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await sql('update settings set acknowledgement = false');
    const expected = [expect.stringContaining('New enquiry'), 'Re: On Monday'];
    expect(postmark.taken.map(({ Subject }) => Subject)).toEqual(expected);
  });
});

const hardBounce = { RecordType: 'Bounce', Type: 'HardBounce' };
it('a reply that was not delivered says why, and its enquiry waits as overdue', async () => {
  const { Metadata } = await askAndReply();
  const bounce = { ...hardBounce, Details: 'smtp;550 5.1.1 unknown', Metadata };
  expect((await post({ ...bounce, Type: 'Transient' })).status).toBe(200);
  expect((await message()).answered_at).not.toBeNull();
  expect((await post(bounce)).status).toBe(200);
  expect(await details()).toMatch(/Overdue.*Not delivered: there is no such mailbox \(5\.1\.1\)/s);
  expect((await message()).first_answered_at).toBeNull(); // an undelivered reply is no answer
  const later = await admin.post(paths.admin.message(1), { intent: 'later', until: '2099-01-01T08:00' });
  expect([later.status, await textOf(later)]).toEqual([400, expect.stringContaining('Not answered yet')]);
  expect(await textOf(admin.get(paths.admin.dashboard))).toContain('1 reply to a visitor');
  await admin.post(paths.admin.message(1), { intent: 'answer' }); // by phone
  expect((await post(bounce)).status).toBe(200); // another report
  expect((await message()).answered_at).not.toBeNull();
});

it('a reply that was not delivered makes an enquiry overdue that waits already; an answer that arrived before it stays the first', async () => {
  const { Metadata } = await askAndReply();
  const { answered_at: first } = await message();
  const { Metadata: second } = await reply('Another');
  await sql('update messages set first_answered_at = answered_at, answered_at = null, waits_since = now()');
  const complaint = { RecordType: 'SpamComplaint', Type: 'SpamComplaint', Metadata };
  for (const told of [{ ...hardBounce, Metadata: second }, complaint]) {
    expect((await post({ ...told, Details: '550' })).status).toBe(200);
    expect(await details()).toContain('Overdue by');
    expect((await message()).first_answered_at).toEqual(told === complaint ? null : first);
  }
});

const reportOn = (told: TakenMail) =>
  mail({
    from: 'mailer-daemon@example.net',
    headers: ['Content-Type: multipart/report; boundary=b'],
    id: 'report',
    text: `--b\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.2.2\r\n\r\nMessage-ID: ${header(told, 'Message-ID')}\r\n--b--`,
  });
const raws = () =>
  (fs.readdirSync(site.dataDir, { recursive: true }) as string[]).filter((name) => /taken\/|mail-/.test(name));
/** Puts a mail into the folder and waits until it is taken and nothing of it is kept. */
async function expectNothingKept(text: string): Promise<void> {
  fs.mkdirSync(path.join(site.dataDir, 'inbox/taken'), { recursive: true });
  const before = new Set(raws());
  put('own.eml', text);
  await expect.poll(() => fs.readdirSync(path.join(site.dataDir, 'inbox')), { timeout: 20_000 }).toEqual(['taken']);
  await expect.poll(() => sql('select 1 from inbound_mails'), { timeout: 20_000 }).toEqual([]);
  await expect.poll(() => raws().filter((name) => !before.has(name)), { timeout: 20_000 }).toEqual([]);
}

it.each([
  ['in a report of another server', (told: TakenMail) => expectNothingKept(reportOn(told))],
  ['by Postmark', ({ Metadata }: TakenMail) => post({ ...hardBounce, Details: 'smtp;552 5.2.2 full', Metadata })],
])('a notification that the office did not get is told %s: staff read so, and it is no enquiry', async (_, tell) => {
  expect((await sendEnquiry(site.url, {}, { 'X-Forwarded-For': '198.51.100.7' })).status).toBe(303);
  await tell(await sentTo('office@example.com', 'New enquiry'));
  expect(await details()).toContain('Not delivered: the mailbox is full (5.2.2)');
  expect(await textOf(admin.get(paths.admin.dashboard))).toContain('1 enquiry notification');
  expect(await sql('select id from messages')).toHaveLength(1);
});

it('a report on a mail whose enquiry is erased leaves nothing behind', async () => {
  const replied = await askAndReply();
  const told = await sentTo('office@example.com', 'New enquiry');
  await admin.post(paths.admin.person(CLIENT), { confirmation: CLIENT });
  for (const each of [told, replied]) await expectNothingKept(reportOn(each));
  expect(await sql('select 1 from messages')).toEqual([]);
});

it('our own mail to the office that comes back is no enquiry; a mail of others with its Message-ID is one', async () => {
  const replied = await askAndReply();
  const told = await sentTo('office@example.com', 'New enquiry');
  const copy = (ours: TakenMail, from: string) =>
    mail({ from, subject: ours.Subject, text: ours.TextBody })
      .replace(/Message-ID: .*/, `Message-ID: ${header(ours, 'Message-ID')}`)
      .replace(/\[?SR-\w{6}\]?/, 'SR');
  await expectNothingKept(copy(told, 'site@example.com'));
  expect(await sql('select 1 from messages')).toHaveLength(1);
  await bring(copy(told, 'stranger@example.org'));
  await came(1);
  await bring(copy(replied, 'site@example.com'));
  await came(2);
  expect(await sql.column('select folder from messages order by id')).toEqual(['inbox', 'inbox', 'spam']);
});

it('an acknowledgement goes to the address that wrote, however it is spelled', async () => {
  await sql('update settings set acknowledgement = true');
  await bring(mail({ from: '1,victim@x.example' }));
  await sentTo('"1,victim"@x.example', 'We have your enquiry');
  await sql('update settings set acknowledgement = false');
});

it('words of which each letter is several are found, up to a limit', async () => {
  const { ReplyTo } = await askAndReply();
  const text = Array.from({ length: 9000 }, (_, n) => '㌖'.repeat(9) + String(n).padStart(4, '0')).join(' ');
  await bring(mail({ to: ReplyTo, text: `Outrigger ${text}` }));
  await came(1);
  await expectPage(admin.get(`${paths.admin.messages}?q=outrigger`), 200, 'Tandem lift');
});

describe('POST /inbound/postmark', () => {
  it('answers what it can take, with a password and from anywhere, under maintenance, too', async () => {
    const mailed = { RawEmail: mail({}) };
    expect({
      none: (await post(mailed, { headers: { 'X-Forwarded-For': '198.51.100.1' } })).status,
      wrong: (await post(mailed, { password: 'wrong' })).status,
      text: (await post('not JSON')).status,
      cut: (await post('{"RawEmail": "From')).status,
      empty: (await post({})).status,
      get: (await post(mailed, { method: 'GET', body: null })).status,
    }).toEqual({ none: 401, wrong: 401, text: 400, cut: 400, empty: 400, get: 405 });
    await admin.post(paths.admin.maintenance, { intent: 'on' });
    expect((await post({ ...mailed, OriginalRecipient: 'a\0b', Metadata: [] })).status).toBe(200);
    expect((await post({}, { slash: '/' })).status).toBe(400); // a slash that somebody may enter in Postmark's settings
    await admin.post(paths.admin.maintenance, { intent: 'off' });
    for (const RecordType of ['Delivery', 'Open', 'Click', 'SubscriptionChange'])
      expect((await post({ RecordType })).status).toBe(200); // or Postmark would send them again and again
    await came(1);
  });

  it('takes a mail of 20 MiB whose file comes twice, and tells once of one that is too large', async () => {
    const headers = ['Content-Type: application/pdf; name=plan.pdf', 'Content-Transfer-Encoding: base64'];
    const Content = 'A'.repeat(20 * 2 ** 20);
    expect((await post({ RawEmail: mail({ headers, text: Content }), Attachments: [{ Content }] })).status).toBe(200);
    const large = { RawEmail: 'x'.repeat(MAIL_BYTES) };
    for (let n = 0; n < 2; n++) expect((await post(large)).status).toBe(413);
    await came(1);
    expect(await sql("select way, reason from inbound_mails where state = 'failed'")).toEqual([
      { way: 'postmark', reason: 'it has more than 35 MiB: it stays in the activity of Postmark' },
    ]);
  });

  it('refuses an address after 20 wrong passwords', async () => {
    const wrong = () => post({}, { password: 'guess', address: '198.51.100.66' });
    const statuses = [];
    for (let n = 0; n < 21; n++) statuses.push((await wrong()).status);
    expect(statuses).toEqual([...Array<number>(20).fill(401), 429]);
    expect((await post({ RawEmail: mail({}) }, { address: '198.51.100.66' })).status).toBe(429);
    expect((await post({ RawEmail: mail({}) })).status).toBe(200);
  });
});

it('a mail without a sender is kept and reported', async () => {
  await bring('Subject: nothing\r\n\r\nNobody wrote this.\r\n');
  await expect.poll(() => sql('select state from inbound_mails'), { timeout: 20_000 }).toEqual([{ state: 'failed' }]);
  const key = `mail-${await sql.value<string>('select id from inbound_mails')}`;
  const one =
    '1 mail that came in cannot be read, because it has no sender that can be answered. Look into the mailbox';
  expect(await textOf(admin.get(paths.admin.dashboard))).toMatch(new RegExp(`${one} for it; we keep it as ${key} in`));
  await recordSkippedMail(app, 'folder', 'it is large');
  const two = `2 mails that came in cannot be read, the last one because it is large. We keep the last of the others as ${key}`;
  expect(await textOf(admin.get(paths.admin.dashboard))).toContain(two);
  await sql("update inbound_mails set created_at = created_at - interval '31 days'");
  expect(await textOf(admin.get(paths.admin.dashboard))).not.toContain('that came in cannot be read');
  expect(await sweepRawMails(forkEntityManager(app), app)).toBe(0);
});

it('is there as it came for 30 days, in the store, by its link and by its address', async () => {
  const { ReplyTo } = await askAndReply();
  await bring(mail({ to: ReplyTo }));
  await came(1);
  const id = await sql.value<string>('select id from inbound_mails');
  const after = async (days: number) => {
    await sql('update inbound_mails set created_at = now() - make_interval(days => $1)', [days]);
    await sweepRawMails(forkEntityManager(app), app);
    const { status } = await admin.get(paths.admin.inboundMail(id));
    return [await app.store.has(rawKey(id)), (await details()).includes('The mail as it came'), status];
  };
  expect(await after(29)).toEqual([true, true, 200]);
  expect(await after(31)).toEqual([false, false, 404]);
});

it('a file of more than 35 MiB stays in its place and is reported once', async () => {
  const large = mail({ text: 'The lift is planned.\r\n'.repeat(1_800_000) });
  put('large.eml', large);
  const rows = () => sql('select state, raw_bytes from inbound_mails');
  await expect.poll(rows, { timeout: 20_000 }).toEqual([{ state: 'failed', raw_bytes: null }]);
  const kept = () => fs.readdirSync(path.join(site.dataDir, 'inbox')).filter((name) => name.endsWith('.too-large'));
  await expect.poll(kept, { timeout: 20_000 }).toEqual(['large.eml.too-large']);
  put('behind.eml', mail({}));
  await came(1);
  expect(await textOf(admin.get(paths.admin.dashboard))).toMatch(
    /1 mail that came in cannot be read, because it has more than 35 MiB: it stays in DATA_DIR\/inbox as large\.eml\.too-large\.\s/,
  );
  put('large.eml', large); // another of the same name
  put(`${'n'.repeat(251)}.eml`, large); // the longest name
  await expect.poll(kept, { timeout: 20_000 }).toHaveLength(3);
});

it('goes with its enquiry: page, export, erasure, and the token is dead afterwards', async () => {
  const { ReplyTo } = await askAndReply();
  put('mine.eml', mail({ to: ReplyTo, text: 'Secret words' }));
  await came(1);
  const id = await sql.value<string>('select id from inbound_mails');
  const raw = paths.admin.inboundMail(id);
  expect(await (await admin.get(raw)).text()).toContain('Secret words');
  expect(await textOf(admin.get(paths.admin.person(CLIENT)))).toMatch(
    /Mail.*Secret words.*our mailbox itself, .* not changed/s,
  );
  expect(await (await admin.get(paths.admin.exportPerson(CLIENT))).text()).toContain('Secret words');
  const erase = () => admin.post(paths.admin.person(CLIENT), { confirmation: CLIENT });
  expect((await erase()).status).toBe(303);
  expect(await sql('select 1 from inbound_mails')).toEqual([]);
  expect((await admin.get(raw)).status).toBe(404);
  expect(fs.readdirSync(path.join(site.dataDir, 'inbox/taken')).filter((name) => name.includes(id))).toEqual([]);
  const receipt = fs.readFileSync('tests/inbound/corpus/read-receipt-thunderbird.eml', 'utf8');
  await bring(receipt.replaceAll('{{CLIENT}}', CLIENT)); // about an erased mail, so it belongs to no enquiry
  await came(1);
  expect(await textOf(admin.get(paths.admin.person(CLIENT)))).toMatch(/1 mail of .* in no enquiry(?!.*of other)/s);
  expect(await (await admin.get(paths.admin.exportPerson(CLIENT))).text()).toContain('Return Receipt');
  expect((await erase()).status).toBe(303);
  expect(await sql('select 1 from inbound_mails')).toEqual([]);
  await bring(mail({ to: ReplyTo, id: 'late' }));
  await came(1);
  expect(await sql('select id from messages')).toEqual([{ id: 2 }]);
});

it('twenty of 400,000 characters each do not make a page that nobody can open, and each is there as a whole', async () => {
  await sendEnquiry(site.url, {}, { 'X-Forwarded-For': '198.51.100.7' });
  await sql(
    `with told as (
       insert into activities (kind, act, who, what, noun, noun_id)
       select 'enquiries', 'client-answer', 'x', 'x', 'messages', 1 from generate_series(1, 20) returning id)
     insert into inbound_mails (id, state, way, kind, message_id, activity_id, name, email, subject, text)
     select gen_random_uuid(), 'read', 'imap', 'answer', 1, id, 'Ann', $1, 'S', repeat(E'>\na\n', 100000) from told`,
    [CLIENT],
  );
  for (const address of [paths.admin.message(1), `${paths.admin.message(1)}?all=1`, paths.admin.person(CLIENT)]) {
    const answer = await admin.get(address);
    expect([answer.status, (await answer.text()).length]).toEqual([200, expect.toSatisfy((size) => size < 3_000_000)]);
  }
  expect(await textOf(admin.get(paths.admin.person(CLIENT)))).toContain('(The export has all of it.)');
  const links = (await (await admin.get(paths.admin.message(1))).text()).match(
    /\/admin\/messages\/mails\/[\w-]+\.txt/g,
  )!;
  expect(new Set(links).size).toBe(20);
  const whole = await admin.get(links[0]!);
  const expected = ['text/plain; charset=utf-8', expect.stringContaining('attachment')];
  expect([whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual(expected);
  expect((await whole.text()).trimEnd()).toHaveLength(399_999);
});
