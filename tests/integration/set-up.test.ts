import { beforeEach, expect, it } from 'vitest';
import { setPassword } from '#app/accounts/accounts.server.ts';
import { readSetUp } from '#app/admin/set-up/set-up.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectLed } from '../support/expect-page.ts';
import { forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { ago, DAY_MS } from '../support/content.ts';
import { testSite } from '../support/database.ts';
import { linksIn, parsePage, textsIn } from '../support/parse-page.ts';
import { makeSession } from '../support/session.ts';
import { startSmtpServer } from '../support/smtp-server.ts';
import { openTestApp } from '../support/test-app.ts';
import { asker, send, visitAs, type Ask } from '../support/visitor.ts';

const { site, sql, url: DATABASE_URL, connection } = await testSite();
const { admin } = paths;
const EMAIL = 'admin@example.com'; // the account of the first start
const firstId = await sql.value<number>('select id from accounts where email = $1', [EMAIL]);
const ask = asker(site, `session=${await makeSession(sql, firstId, 'admin')}`);

const textId = (key: string) =>
  sql.value<number>("select id from page_content where page_name = 'footer' and section_key = $1", [key]);
const editor = async (key: string) => `${admin.pages('footer', await textId(key), admin.dashboard)}#content-value`;
const list = async (on = ask, at: string = admin.dashboard) =>
  linksIn(await parsePage(on(at)), `section[aria-labelledby=${at === admin.setUp ? 'missing' : 'set-up'}]`);
const names = async (on?: Ask) => (await list(on)).map(([text]) => text);
const headers = { Referer: site.url + admin.dashboard };
const mark = (intent: string, step: string, on = ask) =>
  on(admin.setUp, { method: 'POST', body: new URLSearchParams({ intent, step }), headers });
const told = () => sql.column<string>("select what from activities where what like 'Set-up%' order by id");

beforeEach(async () => void (await sql('update settings set not_for_us = null, mail_tested = null')));

it('lists on a new site what it lacks, each with the page where it is done, to admins alone', async () => {
  const fresh = [
    ['Change your password', admin.account],
    ['The office phone is still (868) 555-0142', await editor('phone_1')],
    ['The second phone is still (868) 555-0187', await editor('phone_2')],
    ['The e-mail address is still info@example.com', await editor('email')],
    ['The network link still leads to www.example.com', await editor('network_link')],
    ['No mail goes out yet', admin.mailTest],
    [`The site has no https: its address is ${site.url}`, admin.setUpHttps],
    ['Make a first backup, then one each day', admin.backups],
    [`Invite yourself by your own address: ${EMAIL} gets no mail`, admin.inviteStaff()],
  ];
  expect(await list()).toEqual(fresh);
  expect(await list(ask, admin.setUp)).toEqual(fresh);
  for (const role of ['editor', 'viewer'] as const) {
    const { get } = await visitAs(site, sql, role);
    for (const at of [admin.dashboard, `${admin.dashboard}.data`])
      expect(await (await get(at)).text()).not.toMatch(/office phone|set up/);
  }
});

it.each([
  ['phone_1', '(868) 622-1234'],
  ['phone_2', ''],
  ['email', 'office@lifts.example'],
  ['network_link', ''],
])('no longer names the %s once it is %j, and does again once it is as delivered', async (key, value) => {
  const to = await editor(key);
  const before = await list();
  const old = await sql.value<string>('select content_value from page_content where id = $1', [await textId(key)]);
  const leadsTo = async (fields: Record<string, string>) => (await send(ask, to, fields)).headers.get('location');
  expect(await leadsTo({ contentValue: value, version: '1', intent: 'preview' })).toMatch(/^\/\?preview=footer\.\w+#/);
  expect(await leadsTo({ contentValue: value, version: '1' })).toBe(admin.dashboard);
  expect(await list()).toEqual(before.filter(([, at]) => at !== to));
  expect(await leadsTo({ contentValue: old, version: '2' })).toBe(admin.dashboard);
  expect(await list()).toEqual(before);
});

it('follows the mail service: none, one that has taken no test, one that has taken it', async () => {
  const smtp = forTest(await startSmtpServer());
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'site@example.com', MAIL_TO: 'office@example.com' };
  const mailed = forTest(await startApp({ DATABASE_URL, ...mail }));
  const on = asker(mailed, `session=${await makeSession(sql, firstId, 'admin')}`);
  const line = `Send a test mail by ${new URL(smtp.url).host}`;
  expect(await names(on)).toContain(line);
  smtp.refuse({ at: 'to', code: 550 });
  await send(on, admin.mailSettings, { intent: 'test' });
  expect(await names(on)).toContain(line);
  smtp.refuse();
  await send(on, admin.mailSettings, { intent: 'test' });
  expect((await names(on)).join()).not.toMatch(/mail by|No mail/);
  const told = { who: EMAIL, what: line.replace('Send', 'Sent') };
  expect(await sql.row('select who, what from activities order by id desc limit 1')).toEqual(told);
  await sql("update settings set mail_tested = 'mail.example.com:587'"); // another service than now
  expect(await names(on)).toContain(line);
  await send(ask, admin.mailSettings, { intent: 'test' }); // into the outbox
  expect(await names()).toContain('No mail goes out yet');
});

it('follows https, backups, and the number of admins', async () => {
  const em = forkEntityManager(await openTestApp(connection, { APP_URL: 'https://www.example.com' }));
  const { missing } = await readSetUp(em, EMAIL, Promise.resolve(null));
  expect(missing.map(({ name }) => name)).toEqual(expect.not.arrayContaining(['https', 'backup']));
  expect(missing.map(({ name }) => name)).toContain('admin');

  const backUp = (at: Date) => sql("insert into backups (state, ended_at) values ('done', $1)", [at]);
  await backUp(ago(7 * DAY_MS + 60_000));
  expect(await names()).toContain('The last backup is older than 7 days');
  await backUp(ago(7 * DAY_MS - 60_000));
  expect((await names()).join()).not.toContain('backup');

  const other = await visitAs(site, sql, 'admin');
  expect((await names()).join()).not.toContain('Invite');
  expect((await names(other.ask))[0]).toBe(`${EMAIL} still has the password that the first start printed`);
  await sql('update accounts set deactivated_at = now() where id = $1', [firstId]);
  const left = await names(other.ask);
  expect(left.join()).not.toContain('password');
  expect(left.at(-1)).toBe('Invite a second admin, for when you are away');
  await sql('update accounts set deactivated_at = null where id = $1', [firstId]);
});

it('skips a step once, even if several press it, and takes it back; no open settings form becomes outdated', async () => {
  await sql('delete from settings'); // as after a restore of an old backup
  const [line] = (await list()).filter(([, at]) => at === admin.setUpHttps);
  const other = await visitAs(site, sql, 'admin');
  for (const answer of await Promise.all([mark('not-for-us', 'https'), mark('not-for-us', 'https', other.ask)]))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, admin.dashboard]);
  await mark('not-for-us', 'mail');
  expect(await sql('select not_for_us, version from settings')).toEqual([
    { not_for_us: ['https', 'mail'], version: 1 },
  ]);
  expect(await told()).toEqual(['Set-up: https is not for us', 'Set-up: mail is not for us']);
  const section = (await parsePage(ask(admin.dashboard))).querySelector('section[aria-labelledby=set-up]')!;
  expect(textsIn(section, 'summary')).toEqual(['Not for us (2)']);
  expect(linksIn(section, 'details')).toContainEqual(line);
  expect(linksIn(section, ':scope > ul')).not.toContainEqual(line);

  await Promise.all([mark('show-again', 'https'), mark('show-again', 'https', other.ask)]);
  expect(await sql('select not_for_us from settings')).toEqual([{ not_for_us: ['mail'] }]);
  expect((await told()).slice(2)).toEqual(['Set-up: https is back on the list']);
  expect((await mark('not-for-us', 'roof')).status).toBe(400);
});

it('is gone from the dashboard once nothing is missing; what was left out comes back from Settings', async () => {
  await setPassword(forkEntityManager(await openTestApp(connection)), EMAIL, 'seven tall cranes lift 9 t');
  const { ask: on } = await visitAs(site, sql, 'admin');
  expect((await names(on)).join()).not.toContain('password');
  for (const step of ['phone_1', 'phone_2', 'email', 'network_link', 'mail', 'https'])
    await mark('not-for-us', step, on);
  expect(await (await on(admin.dashboard)).text()).not.toContain('Still to set up');
  expect(linksIn(await parsePage(on(admin.settings)))).toContainEqual(['Set-up', admin.setUp]);
  expect(await (await on(admin.setUp)).text()).toContain('All is set up');
  await expectLed(send(on, admin.setUp, { intent: 'show-again', step: 'phone_1' }), admin.setUp);
  expect(await names(on)).toContain('The office phone is still (868) 555-0142');
});
