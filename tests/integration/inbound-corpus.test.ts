import { randomBytes, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { splitQuotes } from '#app/enquiries/conversation/quotes.ts';
import { readInboundMail } from '#app/enquiries/inbound/inbound.server.ts';
import { sweepTaken, takeFromFolder } from '#app/enquiries/inbound/mail-folder.server.ts';
import { readMail, TOO_LONG } from '#app/enquiries/inbound/read-mail.server.ts';
import { rawKey, storeMail, sweepRawMails } from '#app/enquiries/inbound/store-mail.server.ts';
import { log } from '#app/http/log.server.ts';
import { migrateMailQueue } from '#app/mail/mail-jobs.server.ts';
import { StoreUnavailableError } from '#app/storage/document-store.ts';
import { forkEntityManager } from '#db/orm.ts';
import { add } from '../support/content.ts';
import { testDatabase, whileCommitsAreSlow } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';

/** What the product should make of a mail; expected.json has one of each. */
interface Expected {
  from?: string | null;
  name?: string;
  subject?: string;
  kind?: 'answer' | 'automatic' | 'not-delivered' | 'report-ignored' | 'unreadable';
  by?: 'token' | 'message-id' | 'reference' | 'new';
  spam?: 'flag' | 'links' | 'automatic';
  text?: string[];
  quoted?: string[];
  notIn?: string[];
  files?: string[];
  leftOut?: string[];
  code?: string;
  pad?: number;
}

const FOLDER = 'tests/inbound/corpus';
const corpus = JSON.parse(fs.readFileSync(`${FOLDER}/expected.json`, 'utf8')) as Record<string, Expected>;
const OFFICE = 'office@example.com';
const CLIENT = 'marisa.joseph@example.com';

const { connection, sql } = await testDatabase();
const addresses = { INBOUND_ADDRESS: 'enquiries@example.com', MAIL_FROM: OFFICE, MAIL_TO: OFFICE };
const app = await openTestApp(connection, addresses);
const pool = new pg.Pool(connection);
await migrateMailQueue(pool, log);
afterAll(() => pool.end());
const folder = fs.mkdtempSync(path.join(app.env.dataDir, 'mails-'));

interface Asked {
  id: number;
  reference: string;
  token: string;
  reply: string;
}

async function addAnswered(): Promise<Asked> {
  const token = randomBytes(16).toString('hex');
  const answered = { answered_at: new Date(), answered_by: OFFICE, is_read: true, reply_token: token };
  await add(sql, 'messages', [{ name: 'Marisa Joseph', email: CLIENT, subject: 'Cranes', ...answered }]);
  const { id, reference } = await sql.row<Asked>('select id, reference from messages order by id desc limit 1');
  const reply = randomUUID();
  await sql(
    "insert into replies (id, message_id, who, subject, text, state) values ($1, $2, $3, 'Re: Cranes', 'We can.', 'sent')",
    [reply, id, OFFICE],
  );
  return { id, reference, token, reply };
}

const fill = (text: string, { reference, token, reply }: Asked, pad = '') =>
  text
    .replaceAll('{{TO}}', `enquiries+${token}@example.com`)
    .replaceAll('{{TO_UPPER}}', `ENQUIRIES+${token}@EXAMPLE.COM`.toUpperCase())
    .replaceAll('{{MESSAGE_ID}}', `reply-${reply}@example.com`)
    .replaceAll('{{REFERENCE}}', reference)
    .replaceAll('{{CLIENT}}', CLIENT)
    .replaceAll('{{OFFICE_UPPER}}', OFFICE.toUpperCase())
    .replaceAll('{{OFFICE}}', OFFICE)
    .replaceAll('{{PAD}}', pad);

async function take(name: string, asked: Asked, pad = 0, change = (raw: string) => raw) {
  const file = path.join(folder, name);
  const line = 'The lift is planned to the centimetre.\r\n';
  const raw = change(fs.readFileSync(`${FOLDER}/${name}`, 'latin1'));
  fs.writeFileSync(file, fill(raw, asked, line.repeat(Math.ceil(pad / line.length))), 'latin1');
  const id = await storeMail(app, file, 'folder');
  const result = await readInboundMail(app, id, 1);
  const mail = await sql.row<Mail>(
    `select *, (select coalesce(jsonb_agg(name order by position), '[]') from enquiry_files where mail_id = m.id) as files
     from inbound_mails m where id = $1`,
    [id],
  );
  return { result, mail: mail! };
}

type Mail = Record<'id' | 'kind' | 'state' | 'email' | 'name' | 'subject' | 'text', string> &
  Record<'files' | 'left_out', string[] | null> & { message_id: number };

const takeRaw = (raw: string) => take('file-pdf.eml', asked, 0, () => raw);
const flat = (text: string) => text.replace(/^>[> ]*/gm, '').replace(/\s+/g, ' ');

let asked: Asked;
beforeEach(async () => {
  await sql('delete from messages; delete from inbound_mails; delete from enquiry_files; delete from rate_limits');
  asked = await addAnswered();
});

it.each(Object.entries(corpus))('a mail as programs send it: %s', async (name, expected) => {
  const want = JSON.parse(fill(JSON.stringify(expected), asked)) as Expected;
  const { result, mail } = await take(name, asked, want.pad);
  if (want.kind === 'unreadable')
    return void expect([result, mail.state]).toEqual([{ park: expect.any(String) }, 'failed']);
  expect(result).toBe('read');
  const message = await sql.row<{ folder: string; spam_reason: string; answered_at: Date | null }>(
    'select * from messages where id = $1',
    [mail.message_id ?? asked.id],
  );
  expect({
    from: want.from === undefined ? undefined : mail.email.toLowerCase(),
    name: want.name && mail.name,
    subject: want.subject && mail.subject,
    kind: want.kind && kindOf(mail, message.spam_reason),
    isNew: want.by && mail.message_id !== asked.id,
    spam:
      message.spam_reason &&
      (/machine/.test(message.spam_reason) ? 'automatic' : /links/.test(message.spam_reason) ? 'links' : 'flag'),
    files: want.files && mail.files,
  }).toEqual({
    from: want.from?.toLowerCase(),
    name: want.name,
    subject: want.subject,
    kind: want.kind === 'not-delivered' || want.kind === 'report-ignored' ? 'report' : want.kind,
    isNew: want.by && want.by === 'new',
    spam: want.spam ?? null,
    files: want.files,
  });
  const parts = splitQuotes(mail.text);
  const wordsOf = (quotes: boolean) =>
    flat(parts.flatMap(({ isQuote, text }) => (isQuote === quotes ? text : [])).join('\n'));
  const [shown, quoted] = [wordsOf(false), wordsOf(true)];
  for (const text of want.text ?? []) expect(shown).toContain(flat(text));
  for (const text of want.quoted ?? []) expect(quoted).toContain(flat(text));
  for (const text of want.notIn ?? []) expect(shown).not.toContain(flat(text));
  expect(mail.left_out ?? []).toEqual(want.leftOut ?? expect.anything());
  if (want.kind === 'answer' && want.by !== 'new') expect(message.answered_at).toBeNull();
  if (want.kind === 'report-ignored' || (want.kind === 'automatic' && want.by !== 'new'))
    expect(message.answered_at).not.toBeNull();
  const failed = await sql<{ reason: string }>('select reason from replies where state = $1', ['failed']);
  expect(failed.map(({ reason }) => reason)).toEqual(want.code ? [expect.stringContaining(want.code)] : []);
});

it('of a group is from its first member', async () => {
  const raw = 'From: Yard: joe@example.com, ann@example.com;\r\n\r\nThe crane stands.\r\n';
  expect((await takeRaw(raw)).mail).toMatchObject({ email: 'joe@example.com', state: 'read' });
});

it('without a boundary keeps its letters however long it is', async () => {
  const raw = (text: string) => text + 'The load of José. '.repeat(20_000).replace('é', '\xc3\xa9');
  const { mail } = await take('broken-boundary-missing.eml', asked, 0, raw);
  expect(mail.text).toMatch(/^--lost.*(The load of José\. ){5000}/s);
});

it('that has a subject alone has no text, not the source of its empty parts', async () => {
  const part = (kind: string, text: string) => `--b\r\nContent-Type: text/${kind}\r\n\r\n${text}\r\n`;
  const parts = part('plain', '') + part('html', '<div dir="ltr"><br></div>');
  const head = 'From: j@example.com\r\nSubject: CANCEL\r\nContent-Type: multipart/alternative; boundary=b';
  expect((await takeRaw(`${head}\r\n\r\n${parts}--b--\r\n`)).mail.text).toBe('');
});

it('is converted in no time, whatever tags its HTML has', async () => {
  for (const tags of ['<div></i>', '<div><!--</div>-->', '<div a="</div>">']) {
    const html = 'Content-Type: text/html\r\n\r\n' + tags.repeat(50_000) + `Lift ${tags.length}.`;
    expect((await takeRaw(`From: j@example.com\r\n${html}`)).mail.text).toBe(`Lift ${tags.length}.`);
  }
});

it.each([
  ['none', '', 'Jos\xe9'],
  ['ASCII', '; charset=us-ascii', 'Jos\xe9'],
  ['UTF-8, and is none', '; charset="utf-8"', 'Jos\xe9'],
  ['one that nobody knows', '; charset=x-brand-new', 'Jos\xe9'],
  ['none, and is UTF-8', '', 'Jos\xc3\xa9'],
  ['another, and is UTF-8', '; charset=x-brand-new', 'Jos\xc3\xa9'],
  ['what older machines write', '; charset=ibm850', 'Jos\x82'],
  ['none, but its HTML does', '', '<meta http-equiv=x content="text/html; charset=ibm850"><p>Jos\x82</p>'],
])('whose text names as its characters %s keeps its letters', async (_, charset, text) => {
  const type = `Content-Type: text/${text.startsWith('<') ? 'html' : 'plain'}${charset}`;
  const raw = `From: j@example.com\r\nMIME-Version: 1.0\r\n${type}\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${text} asks.\r\n`;
  expect((await takeRaw(raw)).mail.text).toBe(text.startsWith('<') ? 'José\n\nasks.' : 'José asks.');
});

it('belongs to the conversation of its token, else of the mail that it answers, whatever number it names', async () => {
  const other = await addAnswered();
  for (const [to, id] of [
    ['{{TO}}', other.reply],
    [OFFICE, asked.reply],
  ]) {
    const raw = `From: {{CLIENT}}\r\nTo: ${to}\r\nSubject: [${other.reference}]\r\nIn-Reply-To: <reply-${id}@example.com>\r\n\r\n${to}\r\n`;
    expect((await takeRaw(raw)).mail.message_id).toBe(asked.id);
  }
});

it('waits for the store to take its files', async () => {
  const put = app.store.putFile.bind(app.store);
  const failing = vi.spyOn(app.store, 'putFile').mockImplementation(async (key, ...file) => {
    if (key.startsWith('enquiry-')) throw new StoreUnavailableError('away');
    return put(key, ...file);
  });
  await expect(take('file-pdf.eml', asked)).rejects.toThrow(); // although the store answers between two failures
  const waitingId = await sql.value<string>("select id from inbound_mails where state = 'waiting'");
  const check = vi.spyOn(app.store, 'check').mockRejectedValue(new StoreUnavailableError('away'));
  await expect(readInboundMail(app, waitingId, 20)).rejects.toThrow('away');
  for (const spy of [failing, check]) spy.mockRestore();
  expect(await readInboundMail(app, waitingId, 1)).toBe('read');
  expect(await sql('select 1 from enquiry_files where mail_id = $1', [waitingId])).toHaveLength(1);
});

it('whose row names its files late keeps them', async () => {
  await expect(
    whileCommitsAreSlow(sql, 'update on inbound_mails', () => take('file-pdf.eml', asked)),
  ).rejects.toThrow();
  const fileId = await sql.value<string>('select id from enquiry_files where mail_id is not null');
  expect(await app.store.get(`enquiry-${fileId}`)).not.toBeNull();
});

it('without an enquiry goes after 30 days, with its original and its text', async () => {
  await sql('delete from inbound_mails');
  const { mail } = await take('dsn-postfix-delayed.eml', { ...asked, reply: 'of-others', token: '' });
  expect(mail).toMatchObject({ kind: 'report', message_id: null });
  await take('dsn-gmail-delayed.eml', asked);
  await sql("update inbound_mails set created_at = created_at - interval '31 days'");
  expect(await sweepRawMails(forkEntityManager(app), app)).toBe(2);
  expect(await sql('select message_id from inbound_mails')).toEqual([{ message_id: asked.id }]);
});

it('of the folder stays there while database or store are away, and is not put into the store each second', async () => {
  const inbox = path.join(app.env.dataDir, 'inbox');
  const one = `${'n'.repeat(251)}.eml`; // the longest name
  fs.mkdirSync(inbox, { recursive: true });
  fs.copyFileSync(`${FOLDER}/file-pdf.eml`, path.join(inbox, one));
  const put = vi.spyOn(app.store, 'putFile');
  const em = forkEntityManager(app);
  await takeFromFolder(em); // a file is complete when it stays the same for a second
  await new Promise((resolve) => setTimeout(resolve, 1100));
  const away = vi.spyOn(em, 'execute').mockRejectedValue(new Error('away'));
  await expect(takeFromFolder(em)).rejects.toThrow('away');
  expect(put).not.toHaveBeenCalled();
  away.mockRestore();
  put.mockImplementationOnce(async () => {
    fs.writeFileSync(path.join(inbox, one), 'Subject: another of the same name\n\n');
    throw new StoreUnavailableError('slow');
  });
  await takeFromFolder(em);
  expect(put).toHaveBeenCalledTimes(1);
  expect(fs.readdirSync(inbox).sort()).toEqual([expect.stringMatching(/^[\w-]{36}\.eml\.taking-\d+$/), one, 'taken']);
  fs.renameSync(path.join(inbox, one), path.join(inbox, 'one.eml.taking-7')); // a killed process has left it
  await takeFromFolder(em); // retries its own failure at once, another's leftover after a minute
  expect(fs.readdirSync(inbox).sort()).toEqual(['one.eml.taking-7', 'taken']);
  const later = performance.now() + 61_000;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
  await takeFromFolder(em);
  expect(fs.readdirSync(inbox)).toEqual(['taken']);
  for (const spy of [put, clock]) spy.mockRestore();
});

it('erased on another machine leaves the folder of this one, and one that an older release has claimed goes back', async () => {
  const other = await openTestApp(connection);
  const ids = await Promise.all([1, 2, 3].map(() => storeMail(app, `${FOLDER}/file-pdf.eml`, 'folder')));
  const taken = path.join(other.env.dataDir, 'inbox/taken');
  fs.mkdirSync(taken, { recursive: true });
  for (const id of ids) fs.writeFileSync(path.join(taken, `${id}.eml`), 'as it came');
  await sql('delete from inbound_mails where id = $1', [ids[0]]);
  await sql('update inbound_mails set raw_bytes = null where id = $1', [ids[1]]); // as after 30 days
  fs.writeFileSync(path.join(taken, '.claimed-7-plan.eml'), 'left by a process that was killed');
  await sweepTaken(forkEntityManager(other));
  expect(fs.readdirSync(taken)).toEqual([`${ids[2]}.eml`]);
  expect(fs.readdirSync(path.dirname(taken))).toEqual(['claimed-7-plan.eml', 'taken']);
});

it.each([
  'On Monday you wrote that the load is 48 t:\nIt is 52 t.',
  'Am Montag schrieb ich, wir brauchen 2 Krane:\nEs sind 3.',
])('is no quote where its writer tells of an earlier one: %j', (text) =>
  expect(splitQuotes(text)).toEqual([{ text, isQuote: false }]),
);

it('of endless blank lines and introductions is read and split in no time, and cut after 4 million characters', async () => {
  const hostile = `a${'\n'.repeat(300_000)}b\n${`On 1 ${'wrote '.repeat(120)}\n`.repeat(1200)}`;
  const { mail } = await takeRaw(`From: j@example.com\n\n${hostile}${'x'.repeat(4_000_000)}`);
  expect(mail.text).toHaveLength(4_000_000 + TOO_LONG.length);
  expect(splitQuotes(mail.text).map(({ isQuote }) => isQuote)).toEqual([false]);
});

it.each([
  ['endless quotes of one line', '>\na\n', 200],
  ['endless introductions', 'on 1 wrote:\na\n', 1],
])('of %s has few parts, at once, and loses nothing', { timeout: 30_000 }, (_, unit, count) => {
  const text = unit.repeat(1_000_000 / unit.length);
  const parts = splitQuotes(text);
  expect(parts).toHaveLength(count);
  expect(parts.map((part) => part.text).join('\n') === text.trimEnd()).toBe(true);
});

const mixed = (count: number, part: string) =>
  `From: j@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${part.repeat(count)}--b--\r\n`;

it('with more parts than the parser takes cannot be read, also on another try', async () => {
  const { result, mail } = await takeRaw(mixed(1001, '--b\r\n\r\nx\r\n'));
  expect([result, mail.state]).toEqual([{ park: 'it is broken' }, 'failed']);
});

it('with the longest headers is looked up by the last hundred mails that it answers', async () => {
  const all = Array.from({ length: 1000 }, (_, n) => `<${n}@example.com>`);
  const raw = `From: j@example.com\r\nReferences: ${all.join('\r\n ')}\r\nIn-Reply-To: <last@example.com>\r\n\r\nx\r\n`;
  const { answers } = await readMail(Readable.from([Buffer.from(raw)]), folder);
  expect([answers.length, answers[0], answers.at(-1)]).toEqual([100, '901@example.com', 'last@example.com']);
});

it('names 20 of the files that it left out, and of each name 100 characters', async () => {
  const file = `--b\r\nContent-Disposition: attachment; filename=${'n'.repeat(500)}\r\n\r\nx\r\n`;
  const { mail } = await takeRaw(mixed(30, file));
  expect(mail.left_out).toEqual([...Array<string>(20).fill(`${'n'.repeat(99)}…`), 'and 10 more']);
});

it('is read or kept, whatever its headers and boundaries are', async () => {
  const names = Object.keys(corpus).filter((name) => !corpus[name]!.pad);
  const noise = fc.string({
    unit: fc.constantFrom('\r\n', '\n', '--', ':', ';', '=', '"', '<', '>', '\0', '\u00ff', 'b', ' '),
  });
  const changes = fc.array(fc.tuple(fc.nat(4000), fc.nat(40), noise), { minLength: 1, maxLength: 5 });
  const isNeitherLostNorHeld = fc.asyncProperty(fc.constantFrom(...names), changes, async (name, list) => {
    const spoil = (raw: string) =>
      list.reduce((text, [at, length, put]) => text.slice(0, at) + put + text.slice(at + length), raw);
    const { result, mail } = await take(name, asked, 0, spoil);
    if (result === 'not needed' && !mail) return true; // the same words again are one mail
    return mail.state === (result === 'read' ? 'read' : 'failed') && app.store.has(rawKey(mail.id));
  });
  await fc.assert(isNeitherLostNorHeld, { numRuns: Number(process.env.HOSTILE_RUNS ?? 25) });
}, 60_000);

const kindOf = ({ kind }: Mail, spam: string | null) =>
  kind === 'enquiry' ? (/machine/.test(spam ?? '') ? 'automatic' : 'answer') : kind;
