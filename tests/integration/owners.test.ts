import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_EMAIL } from '#app/accounts/accounts.server.ts';
import { seal } from '#app/accounts/seal.server.ts';
import { changeRole, removeAccount, setActive } from '#app/accounts/staff/change-staff.server.ts';
import { queueStaffMail, staffMails } from '#app/accounts/staff-mails.server.ts';
import { COMMAND_LINE } from '#app/audit/activities.server.ts';
import { queueMailsSql } from '#app/mail/mail-jobs.server.ts';
import type { MailSender } from '#app/mail/mail.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectPage, textOf } from '../support/expect-page.ts';
import { add, ago, emptyTables } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { inboxAs } from '../support/inbox.ts';
import { mailsIn, unfold } from '../support/outbox.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { openTestApp, testSiteAndApp } from '../support/test-app.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const ann = await visitAs(site, sql, 'admin');
const bo = await visitAs(site, sql, 'admin');
const { messages, message, ownMessages } = paths.admin;
const { submit, readRow } = inboxAs(sql, () => ann);
const many = (intent: string, more: string, ...ids: number[]) =>
  new URLSearchParams(`intent=${intent}&${more}&${ids.map((id) => `message=${id}`).join('&')}`);
const ownerId = ({ email }: { email: string }) =>
  sql.value<number>('select o.id from owners o join accounts a on a.id = account_id where email = $1', [email]);
const owners = () =>
  sql.column<string | null>(
    `select a.email from messages m left join owners o on o.id = owner_id left join accounts a on a.id = account_id
     order by m.id`,
  );
const versionOf = async (visitor: typeof ann, path: string) =>
  /name="version" value="(\d+)"/.exec(await (await visitor.get(path)).text())![1]!;
const mails = () => mailsIn(site.dataDir).map(unfold);

beforeEach(async () => {
  await emptyTables(sql, 'messages');
  removeFolder(path.join(site.dataDir, 'outbox'));
});

it("tables and details show the owner of an enquiry; one's own have a view, longest waiting first", async () => {
  await add(sql, 'messages', 4, (i) => ({ subject: `Lift ${i}`, created_at: ago(i * 3_600_000) }));
  for (const id of [1, 2, 3]) await submit(id, { intent: 'take', version: '0' });
  await submit(3, { intent: 'answer' });
  expect(await owners()).toEqual([ann.email, ann.email, ann.email, null]);
  expect((await readRow()).is_read).toBe(false);
  const page = await textOf(ann.get(ownMessages));
  expect(page).toMatch(/Mine\s+2 .*Yours, Waiting.*Lift 2.*Lift 1.*Yours, Later or Answered.*Lift 3/s);
  expect(page).not.toContain('Lift 4');
  expect(page).toContain(`Owner: ${ann.email}`.replace(': ', ':  '));
  expect(await textOf(bo.get(ownMessages))).not.toContain('Lift 1');
  expect(await textOf(bo.get(messages))).toContain(ann.email);
  expect(await textOf(bo.get(message(1)))).toMatch(
    new RegExp(`Owner:\\s+${ann.email}.*Taken\\s*, .* by ${ann.email}`, 's'),
  );
  expect(await textOf(ann.get(message(4)))).toMatch(/Owner:\s+nobody/);
  const next = async (id: number) =>
    /action="\/admin\/messages\/(\d)\?view=mine"[^>]*><button[^>]*title="Next/.exec(
      await (await ann.get(`${message(id)}?view=mine`)).text(),
    )?.[1];
  expect([await next(2), await next(1), await next(3)]).toEqual(['1', undefined, undefined]);
  expect(await textOf(ann.get(`${messages}?view=mine`))).toContain(`Give to ${bo.email}`);
  await submit(1, { intent: 'give-back' });
  expect((await owners())[0]).toBeNull();
  const { reference } = await readRow();
  expect(await sql.value("select what from activities where act = 'given-back'")).toBe(`Gave ${reference} back`);
  const csv = await (await ann.get(`${paths.admin.exportMessages}?view=mine`)).text();
  expect(csv).toMatch(/Lift 3.*Lift 2/s);
  expect(csv).not.toMatch(/Lift [14]/);
});

it('an admin who is given enquiries gets one mail for all; one who takes them, or already owns them, gets none', async () => {
  await add(sql, 'messages', [{}, {}, {}]);
  const { reference } = await readRow();
  await submit(1, { intent: `give:${await ownerId(bo)}`, version: '0' });
  await expect.poll(mails).toHaveLength(1);
  const subject = `Subject: The enquiry ${reference} is yours now`;
  for (const text of [`To: ${bo.email}`, subject, `${ann.email} gave you ${reference}.`, '/admin/messages/1'])
    expect(mails()[0]).toContain(text);
  expect((await ann.post(messages, many(`give:${await ownerId(bo)}`, '', 1, 2, 3))).status).toBe(303);
  await expect.poll(mails).toHaveLength(2);
  expect(mails().join()).toMatch(/Subject: 2 enquiries are yours now.*view=3Dmine/s);
  expect(await owners()).toEqual([bo.email, bo.email, bo.email]);
  await ann.post(messages, many('take', '', 1, 2));
  await ann.post(messages, many(`give:${await ownerId(ann)}`, '', 3));
  expect(await owners()).toEqual([ann.email, ann.email, ann.email]);
  const gave = `Gave ${reference} to ${bo.email}`;
  expect(await sql.value("select what from activities where act = 'given' order by id")).toBe(gave);
  const revision = await sql.value<string>('select (max(id) - 1)::text from revisions');
  expect((await ann.post(paths.admin.undo, { revision })).status).toBe(303);
  expect(await owners()).toEqual([bo.email, bo.email, ann.email]);
  await sql(queueMailsSql('staff', 'staff_mails')); // as a queue that tries a sent mail again
  await expect.poll(() => sql('select 1 from graphile_worker._private_jobs')).toEqual([]);
  expect(await sql.column('select state from staff_mails')).toEqual(['sent', 'sent']);
});

it('a mail of a kind that this release does not know waits for the one that does', async () => {
  await queueStaffMail(forkEntityManager(app), 'bo@example.com', 'later' as 'reset', {} as never);
  const errors = () => sql('select last_error as said from graphile_worker.jobs where attempts > 0');
  await expect.poll(errors).toEqual([{ said: 'this release does not know its kind' }]);
  expect(await sql("delete from staff_mails where kind = 'later' returning state")).toEqual([{ state: 'waiting' }]);
});

it('a refused mail to the built-in first account, which nobody reads, is no failure', async () => {
  const { connection, sql } = await testDatabase();
  const send = () => Promise.resolve({ outcome: 'refused', reason: 'inactive' });
  const app = await openTestApp(connection, {}, { mailer: { send } as MailSender });
  const row = "insert into staff_mails (email, kind, sealed) values ($1, 'newDevice', $2) returning id";
  for (const email of [FIRST_EMAIL, 'ann@example.com'])
    await staffMails.send(app, await sql.value<string>(row, [email, seal(app, 'staff-mail', '{"forgot":""}')]), 1);
  expect(await sql('select email, state from staff_mails')).toEqual([{ email: 'ann@example.com', state: 'failed' }]);
});

describe('two of staff at once', () => {
  it.each(['take', 'give', 'give-back'])('%s in the details: 409 with theirs shown; once more does it', async (act) => {
    await add(sql, 'messages');
    if (act === 'give-back') await submit(1, { intent: 'take' });
    const version = await versionOf(ann, message(1));
    expect((await bo.post(message(1), { intent: 'take', version })).status).toBe(303);
    const intent = act === 'give' ? `give:${await ownerId(ann)}` : act;
    const page = await expectPage(ann.post(message(1), { intent, version }), 409);
    expect(page).toMatch(new RegExp(`Somebody else was here first.*Taken.* by ${bo.email}`, 's'));
    expect(await owners()).toEqual([bo.email]);
    await submit(1, { intent, version: /form=owner".*?name="version" value="(\d+)"/s.exec(page)![1]! });
    expect(await owners()).toEqual([act === 'give-back' ? null : ann.email]);
  });

  it('in bulk: 409 that says who did what, nothing is changed, the rows stay ticked', async () => {
    await add(sql, 'messages', [{}, {}, {}]);
    const version = await versionOf(ann, messages);
    await bo.post(message(2), { intent: 'take' });
    const take = (seen: string) => ann.post(messages, many('take', `version=${seen}`, 1, 2));
    const page = await expectPage(take(version), 409, `${bo.email}: Took ${(await readRow(2)).reference}`);
    expect(page.match(/<input type="checkbox"[^>]*checked=""/g)).toHaveLength(2);
    expect(await owners()).toEqual([null, bo.email, null]);
    expect((await take(/name="version" value="(\d+)"/.exec(page)![1]!)).status).toBe(303);
    expect(await owners()).toEqual([ann.email, ann.email, null]);
  });
});

it("a reply takes nobody's enquiry, and no one else's", async () => {
  await add(sql, 'messages', [{}, {}]);
  await bo.post(message(2), { intent: 'take' });
  for (const id of [1, 2]) {
    const version = await versionOf(ann, message(id));
    await submit(id, { intent: 'reply', subject: 'Re', text: 'Yes', version, formId: String(id) });
  }
  expect(await owners()).toEqual([ann.email, bo.email]);
});

const by = { by: COMMAND_LINE, accountId: null };
const em = () => forkEntityManager(app);
it.each<[string, (id: number) => Promise<unknown>, ((id: number) => Promise<unknown>)?]>([
  ['is lowered', (id) => changeRole(em(), by, id, 'editor'), (id) => changeRole(em(), by, id, 'admin')],
  ['loses the role', (id) => changeRole(em(), by, id, null), (id) => changeRole(em(), by, id, 'admin')],
  ['is deactivated', (id) => setActive(em(), by, id, false), (id) => setActive(em(), by, id, true)],
  ['is removed', (id) => removeAccount(em(), by, id)],
  ['is lowered by hand', (id) => sql("update users set role = 'viewer' where id = $1", [id])],
])('an owner who goes and %s owns nothing any more, also when they come back', async (_, go, comeBack) => {
  await add(sql, 'messages');
  const cy = await visitAs(site, sql, 'admin');
  const id = await ownerId(cy);
  await submit(1, { intent: `give:${id}` });
  expect(await owners()).toEqual([cy.email]);
  await go(cy.accountId);
  expect(await owners()).toEqual([null]);
  expect(await textOf(ann.get(message(1)))).toMatch(/Owner:\s+nobody/);
  expect(await textOf(ann.get(`${messages}?view=waiting`))).not.toContain(cy.email);
  expect((await ann.post(message(1), { intent: `give:${id}` })).status).toBe(409);
  expect((await ann.post(messages, many(`give:${id}`, '', 1))).status).toBe(409);
  await comeBack?.(cy.accountId);
  expect(await owners()).toEqual([null]);
  if (comeBack) await submit(1, { intent: `give:${await ownerId(cy)}` });
  expect(await owners()).toEqual([comeBack ? cy.email : null]);
});
