import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { markUndelivered } from '#app/enquiries/inbound/place-mail.server.ts';
import { bringBack, returnMails } from '#app/enquiries/reminders/returns.server.ts';
import { localDateTime } from '#app/time/dates.ts';
import { inputTime } from '#app/time/typed-time.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectPage, textOf } from '../support/expect-page.ts';
import { add, ago, DAY_MS, emptyTables, HOUR_MS } from '../support/content.ts';
import { inboxAs } from '../support/inbox.ts';
import { mailsIn, unfold } from '../support/outbox.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { undoLast, visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const em = () => forkEntityManager(app);
const ann = await visitAs(site, sql, 'admin');
const bo = await visitAs(site, sql, 'admin');
const { messages, message } = paths.admin;
const { submit, readRow } = inboxAs(sql, () => ann);
const typed = (ms: number) => inputTime(new Date(Date.now() + ms).toISOString());
const putOff = (id: number, ms: number) => ann.post(message(id), { intent: 'later', until: typed(ms) });
const mails = () => mailsIn(site.dataDir).map(unfold);

beforeEach(async () => {
  await emptyTables(sql, 'messages');
  await sql('delete from returns');
  removeFolder(path.join(site.dataDir, 'outbox'));
});

it('an enquiry that is put off waits nowhere, is in its own view with its date, and says so in the details', async () => {
  await add(sql, 'messages', [{ created_at: ago(23 * HOUR_MS) }, { created_at: ago(30 * HOUR_MS) }]);
  await submit(2, { intent: 'answer' });
  const soon = typed(HOUR_MS / 2);
  await submit(1, { intent: 'later', until: soon });
  expect((await putOff(2, 40 * DAY_MS)).status).toBe(303);
  const until = Date.parse((await readRow(2)).later_until as string);
  expect(Math.abs(until - Date.now() - 40 * DAY_MS)).toBeLessThan(120_000); // entered in the office's time zone
  expect(await textOf(ann.get(paths.admin.dashboard))).toContain('Nothing waits.');
  expect(await textOf(ann.get(`${messages}?view=waiting`))).toContain('No waiting messages.');
  const page = await textOf(ann.get(`${messages}?view=later`));
  expect(page).toMatch(/Waiting\s+0 .*Later\s+2 .*Answered\s+1 /s);
  expect(page.match(/Later: \d+ \w+ \d{4}, \d\d:\d\d/g)!.length).toBeGreaterThanOrEqual(2);
  const details = await ann.get(message(1)).then((answer) => answer.text());
  expect(details).toMatch(/At the latest \d+ \w+ \d{4}, \d\d:\d\d, when the answer is due\./);
  expect(details).toContain(`value="${soon}"`);
  expect(await textOf(ann.get(message(2)))).toMatch(/Put off until \d+ \w+ \d{4}, \d\d:\d\d\s*, .* by /);
  const all = await (await ann.get(`${paths.admin.exportMessages}?view=later&columns=all`)).text();
  expect(all.match(/"Later until \d{4}-\d\d-\d\d \d\d:\d\d"/g)).toHaveLength(2);
  await submit(1, { intent: 'back' });
  expect(await readRow()).toMatchObject({ later_until: null, answered_at: null, waits_since: null, is_read: false });
  await submit(2, { intent: 'answer' }); // for good
  expect(await readRow(2)).toMatchObject({ later_until: null, is_read: true });
  expect((await readRow(2)).answered_at).not.toBeNull();
});

describe('a time', () => {
  it('is not offered to what is overdue; a refused one stays', async () => {
    await add(sql, 'messages', [{ created_at: ago(30 * HOUR_MS) }]);
    const details = () => textOf(ann.get(message(1)));
    expect(await details()).toMatch(/^(?!.*Later until).*It is overdue: answer it, or mark it answered, before/s);
    expect(await expectPage(putOff(1, HOUR_MS), 400, 'Not answered yet, so ')).toContain('name="until"');
    await sql('update messages set waits_since = $1', [ago(HOUR_MS)]); // as it comes back from the trash
    expect(await details()).toContain(`At the latest ${localDateTime(new Date(Date.now() + 23 * HOUR_MS))}`);
  });

  it('may be a button; a message outside the inbox has none', async () => {
    const rows = ['inbox', 'spam'].map((folder) => ({ folder, answered_at: ago(0) }));
    await add(sql, 'messages', rows);
    const at = async (button: string) => {
      await submit(1, { intent: `later:${button}`, until: 'nonsense' });
      return inputTime(new Date((await readRow()).later_until as string).toISOString());
    };
    expect(await at('tomorrow')).toBe(`${typed(DAY_MS).slice(0, 10)}T08:00`); // unit/later tests the others
    for (const [button, id] of Object.entries({ never: 1, tomorrow: 2 }))
      expect((await ann.post(message(id), { intent: `later:${button}` })).status).toBe(400);
  });
});

it('of two at once the second is shown what the first did, with the time that was typed', async () => {
  await add(sql, 'messages', [{ answered_at: ago(0) }]);
  const until = typed(DAY_MS);
  const version = /name="version" value="(\d+)"/.exec(await (await ann.get(message(1))).text())![1]!;
  await bo.post(message(1), { intent: 'later', until: typed(2 * DAY_MS), version });
  const others = `Somebody else was here first.*Put off until .* by ${bo.email}`;
  const shown = new RegExp(`${others}.*the same button again.*value="${until}"`, 's');
  await expectPage(ann.post(message(1), { intent: 'later', until, version }), 409, shown);
});

describe('what falls due', () => {
  it('comes back once, unread, with a mail to its owner or the office, and waits as before or again', async () => {
    await add(sql, 'messages', 3, (i) => ({ subject: `Lift ${i}`, is_read: true, created_at: ago(9 * HOUR_MS) }));
    await sql('update messages set answered_at = now(), answered_by = $1, reminded_at = now() where id > 1', [
      ann.email,
    ]);
    await submit(3, { intent: 'take' });
    await sql("update messages set later_until = now() - interval '1 second' where id <= 3");
    const back = await Promise.all(Array.from({ length: 6 }, () => bringBack(em())));
    expect(back.reduce((sum, n) => sum + n)).toBeLessThanOrEqual(3); // the site does, too
    await expect.poll(() => sql('select 1 from messages where later_until is not null')).toEqual([]);
    const first = await readRow(1);
    expect(first).toMatchObject({ is_read: false, answered_at: null, waits_since: null, first_answered_at: null });
    const second = await readRow(2);
    expect(second).toMatchObject({ is_read: false, answered_at: null, answered_by: null, reminded_at: null });
    expect(second.first_answered_at).not.toBeNull();
    expect(Date.now() - Date.parse(second.waits_since as string)).toBeLessThan(60_000);
    expect(await sql("select who, noun_id from activities where act = 'back' order by noun_id")).toEqual(
      [1, 2, 3].map((noun_id) => ({ who: 'the site itself', noun_id })),
    );
    expect(await sql('select messages from returns')).toHaveLength(2);
    await expect.poll(mails, { timeout: 20_000 }).toHaveLength(2);
    const [owner] = mails().filter((mail) => mail.includes(`To: ${ann.email}`));
    const subject = `Subject: ${(await readRow(3)).reference} is back`;
    for (const text of [subject, 'Lift 3', '/admin/messages/3', 'view=3Dmine']) expect(owner).toContain(text);
    const [office] = mails().filter((mail) => mail !== owner);
    for (const text of ['Subject: 2 enquiries are back', 'Lift 1', 'Lift 2', 'Answer due in 15 h'])
      expect(office).toContain(text);
  });

  it('is not told if it was erased, answered or put off again, and to the office if its owner has gone', async () => {
    await add(sql, 'messages', 4);
    const cy = await visitAs(site, sql, 'admin');
    await sql('insert into returns (owner_id, messages) select max(id), array[1, 2, 3, 4] from owners');
    await sql("update users set role = 'viewer' where id = $1", [cy.accountId]);
    await sql(`delete from messages where id = 1; update messages set answered_at = now() where id = 3;
      update messages set later_until = now() + interval '1 day' where id = 4`);
    const taken: { to?: string | undefined; text: string }[] = [];
    const send = async (mail: (typeof taken)[0]) => (taken.push(mail), { outcome: 'sent', id: '1' } as const);
    const mailing = { ...app, mailer: { send } };
    const id = await sql.value<string>('select id from returns');
    await returnMails.send(mailing, id, 1);
    expect(taken).toHaveLength(1);
    expect(taken[0]!.to).toBeUndefined();
    expect(taken[0]!.text.match(/\/admin\/messages\/\d/g)).toEqual(['/admin/messages/2']);
    await sql("delete from messages; update returns set state = 'waiting'");
    expect(await returnMails.send(mailing, id, 2)).toBe('not needed');
    expect(taken).toHaveLength(1);
  });

  it('stays in the trash, and comes back once it is restored', async () => {
    await add(sql, 'messages', [{ answered_at: ago(0) }]);
    await putOff(1, DAY_MS);
    await submit(1, { intent: 'trash' });
    await sql("update messages set later_until = now() - interval '1 second' where later_until is not null");
    expect(await bringBack(em())).toBe(0);
    await submit(1, { intent: 'restore' });
    await expect.poll(async () => (await bringBack(em()), (await readRow()).later_until)).toBeNull();
  });
});

it('a mail that was not delivered, as an answer of the client, brings it back at once; so does a reply', async () => {
  await add(sql, 'messages', [{}, {}]);
  for (const id of [1, 2]) {
    const last = await sql.value<number>('select coalesce(max(id), 0) as id from activities');
    await submit(id, { intent: 'reply', subject: 'Re', text: 'A price', version: String(last), formId: String(id) });
    expect((await putOff(id, 9 * DAY_MS)).status).toBe(303);
  }
  const id = await sql.value<string>('select id from replies where message_id = 1');
  await em().transactional((tx) => markUndelivered(tx, id, '5.1.1'));
  expect(await readRow(1)).toMatchObject({ later_until: null, answered_at: null, is_read: false });
  const version = /name="version" value="(\d+)"/.exec(await (await ann.get(message(2))).text())![1]!;
  await submit(2, { intent: 'reply', subject: 'Re', text: 'Another', version, formId: 'other' });
  expect((await readRow(2)).later_until).toBeNull();
});

it('many are brought back by hand, and that can be undone', async () => {
  await add(sql, 'messages', 2, () => ({ answered_at: ago(0), later_until: ago(-DAY_MS) }));
  const before = await sql('select answered_at, later_until, waits_since from messages order by id');
  expect((await ann.post(messages, new URLSearchParams('intent=back&message=1&message=2'))).status).toBe(303);
  expect(await sql('select 1 from messages where later_until is null and answered_at is null')).toHaveLength(2);
  expect(await undoLast(ann, sql)).toBe(303);
  expect(await sql('select answered_at, later_until, waits_since from messages order by id')).toEqual(before);
});
