import { randomBytes } from 'node:crypto';
import dns from 'node:dns/promises';
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { readRecords } from '#app/admin/settings/sender-records.server.ts';
import { findReplyTo } from '#app/enquiries/inbound/reply-address.server.ts';
import { remindOfWaiting } from '#app/enquiries/reminders/reminders.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { startApp } from '../support/app.ts';
import { add, ago, emptyTables } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { forFile } from '../support/for-test.ts';
import { mailsIn, unfold } from '../support/outbox.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { openTestApp } from '../support/test-app.ts';
import { expectLed, textOf } from '../support/expect-page.ts';
import { send, visitAs } from '../support/visitor.ts';

const { url: DATABASE_URL, connection, sql } = await testDatabase();
/** TXT records by name; `fails` stands for an error, `silent` for no answer. */
type Zone = Record<string, string[] | 'fails' | 'silent'>;
let zone: Zone = { 'lifts.example.com': 'silent', 'mail._domainkey.lifts.example.com': ['v=DKIM1; p=MIIB'] };
async function lookUp(name: string): Promise<string[][]> {
  const found = zone[name];
  if (found === 'silent') return new Promise(() => {});
  if (found === 'fails' || !found) throw Object.assign(new Error(name), { code: found ? 'ESERVFAIL' : 'ENOTFOUND' });
  return found.map((text) => text.match(/.{1,255}/g) ?? []); // DNS splits a record into parts of at most 255 bytes
}
const smtp = forFile(await startSmtpServer());
const MAIL_TO = 'Office <office@example.com>, second@example.com';
const addresses = { MAIL_FROM: 'Website <site@lifts.example.com>', INBOUND_ADDRESS: 'enquiries@lifts.example.com' };
const site = forFile(await startApp({ DATABASE_URL, SMTP_URL: smtp.url, MAIL_TO, ...addresses }));
const app = await openTestApp(connection, { MAIL_TO });
const admin = await visitAs(site, sql, 'admin');

const { mailSettings } = paths.admin;
const save = (mailTo: string, version = '1') => send(admin.ask, mailSettings, { intent: 'save', mailTo, version });
const press = (intent: string) => send(admin.ask, mailSettings, { intent });
const stored = () => sql.row('select mail_to, version from settings');
const page = async () => (await textOf(admin.get(mailSettings))).replace(/\s+/g, ' ');
const takenFor = (subject: string) => smtp.taken.filter(({ raw }) => raw.includes(`Subject: ${subject}`));
const toOf = async (subject: string) => {
  await expect.poll(() => takenFor(subject).length, { timeout: 20_000 }).toBe(1);
  return takenFor(subject)[0]!.to;
};
const drop = (raw: string) => {
  const file = path.join(site.dataDir, 'inbox', `${randomBytes(4).toString('hex')}.eml`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, raw);
};

beforeEach(async () => {
  vi.spyOn(dns, 'resolveTxt').mockImplementation(lookUp);
  await emptyTables(sql, 'messages');
  await sql('truncate rate_limits, settings, round_trips, inbound_mails cascade');
  await sql('insert into settings default values');
  smtp.refuse();
  smtp.taken.length = 0;
});

it('are there within 3 seconds, though a name server says nothing', async () => {
  const start = Date.now();
  expect(await page()).toMatch(/SPF: not known Could not be asked .* DKIM: in order/);
  expect(Date.now() - start).toBeLessThan(8000);
});

it('name those of MAIL_TO, until others are saved, each once, with a line in the activity log', async () => {
  expect(await page()).toContain('office@example.com second@example.com');
  await expectLed(save(' ann@example.com\r\n\r\nBEN@example.com, Ann@example.com\r\n'), mailSettings);
  expect(await stored()).toEqual({ mail_to: 'Ann@example.com, BEN@example.com', version: 2 });
  const what = 'Changed settings: enquiries told to Ann@example.com, BEN@example.com';
  const told = await sql.row('select who, what from activities order by id desc limit 1');
  expect(told).toEqual({ who: admin.email, what });
});

it('are one version with the other settings', async () => {
  expect((await save('ann@example.com')).status).toBe(303);
  expect((await send(admin.ask, paths.admin.settings, { acknowledgement: 'on', version: '1' })).status).toBe(409);
});

it('decide who gets later mails: enquiries, answers, reminders, replies of visitors', async () => {
  await save('ann@example.com\nben@example.com');
  const both = ['ann@example.com', 'ben@example.com'];
  await sendEnquiry(site.url);
  expect(await toOf('New enquiry')).toEqual(both);
  const token = randomBytes(16).toString('hex');
  await sql('update messages set reply_token = $1', [token]);
  drop(`From: anja@example.com\r\nTo: enquiries+${token}@lifts.example.com\r\nSubject: Yes\r\n\r\nMonday.\r\n`);
  expect(await toOf('Answer on')).toEqual(both);
  drop('From: ben@example.com\r\nTo: enquiries@lifts.example.com\r\nSubject: Away\r\n\r\nI am away.\r\n');
  await expect.poll(async () => (await sql("select 1 from messages where folder = 'spam'")).length).toBe(1); // our own mail
  await add(sql, 'messages', [{ created_at: ago(21 * 3_600_000) }]);
  await remindOfWaiting(forkEntityManager(app));
  expect(await toOf('2 enquiries wait')).toEqual(both);
  expect(await findReplyTo(forkEntityManager(app), 1)).toBe('ann@example.com, ben@example.com');
}, 30_000);

it('send a test to the saved addresses and tell what the mail service answered, 5 times in 10 minutes', async () => {
  expect(await textOf(press('test'))).toContain('The mail service took it.');
  expect(await toOf('Test:')).toEqual(['office@example.com', 'second@example.com']);
  smtp.refuse({ at: 'to', code: 550 });
  expect(await textOf(press('test'))).toContain('It was not sent: mail server answered 550 to RCPT TO.');
  const statuses = [];
  for (let n = 0; n < 4; n++) statuses.push((await press('test')).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await press('round-trip')).status).toBe(303);
});

it('keep a test in the outbox where no mail service is set; nothing comes back without INBOUND_ADDRESS', async () => {
  const plain = await startApp({ DATABASE_URL });
  const { ask } = await visitAs(plain, sql, 'admin');
  expect(await textOf(send(ask, mailSettings, { intent: 'test' }))).toContain('kept in the outbox, not mailed.');
  expect(unfold(mailsIn(plain.dataDir)[0]!)).toContain('Whoever gets it is told of enquiries.');
  expect((await send(ask, mailSettings, { intent: 'round-trip' })).status).toBe(409);
  expect(await textOf(ask(mailSettings))).not.toContain('come back');
  await plain.stop();
});

it('show a mail that comes back by any way, with the seconds it took; it becomes no enquiry', async () => {
  expect((await press('round-trip')).status).toBe(303);
  expect(await page()).toMatch(/Sent \d+ seconds? ago, and not back yet. Send one and see it come back Look again/);
  await sql("update round_trips set sent_at = now() - interval '40 seconds'");
  drop(takenFor('Does this come back?')[0]!.raw);
  await expect.poll(page, { timeout: 20_000 }).toMatch(/It came back after [4-6]\d seconds\./);
  expect(await sql('select kind, message_id from inbound_mails')).toEqual([{ kind: 'report', message_id: null }]);
  expect(await sql('select 1 from messages')).toEqual([]);
});

it('say that it is not back after 2 minutes, and why if it was not sent or a report says so', async () => {
  smtp.refuse({ at: 'from', code: 451 });
  await press('round-trip');
  expect(await page()).toContain('It has not come back: mail server answered 451 to MAIL FROM.');
  smtp.refuse();
  await press('round-trip');
  await sql("update round_trips set sent_at = sent_at - interval '121 seconds'");
  expect(await page()).toContain('It has not come back yet, after 2 minutes.');
  const id = /Message-ID: <(.*?)>/.exec(takenFor('Does this')[0]!.raw)![1];
  const report = `--x\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n`;
  const returned = `--x\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${id}>\r\n--x--\r\n`;
  drop(`From: m@example.com\r\nContent-Type: multipart/report; boundary=x\r\n\r\n${report}\r\n${returned}`);
  await expect.poll(page, { timeout: 20_000 }).toContain('there is no such mailbox (5.1.1).');
});

const found = async (names: Zone) => {
  zone = names;
  return (await readRecords('a.firm.example')).map(({ state, text }) => `${state}: ${text}`).join(' | ');
};
it.each<[Zone, RegExp]>([
  [{}, /^fault: There is none.*\| unknown: None of the usual names was found.* \| fault: There is none/],
  [{ 'a.firm.example': ['v=spf1 mx -all', 'other'] }, /^well: .* Mails from any other server are to be refused/],
  [{ 'a.firm.example': ['v=spf1 mx all'] }, /^fault: It lets every server/],
  [{ 'a.firm.example': ['v=spf1 mx', 'v=spf1 ~all'] }, /^fault: There are 2/],
  [{ 'pm._domainkey.a.firm.example': [`k=rsa; p=${'A'.repeat(300)}`] }, /well: There is a key .* named pm\./],
  [{ '_dmarc.a.firm.example': ['v=DMARC1; p=none'] }, /well: .* and only reported\.$/],
  [{ '_dmarc.firm.example': ['v=DMARC1; p=none; sp=reject'] }, /well: .* are to be refused\.$/],
  [{ 'a.firm.example': 'fails' }, /^unknown: Could not be asked just now\. That is no fault/],
])('put into plain words what stands at %j', async (names, words) => expect(await found(names)).toMatch(words));
