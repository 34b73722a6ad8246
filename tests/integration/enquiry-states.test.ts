import { beforeEach, describe, expect, it } from 'vitest';
import { indexWords } from '#app/enquiries/inbox/search.server.ts';
import { sweepMessages } from '#app/enquiries/privacy/retention.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { add, ago, DAY_MS, emptyTables, HOUR_MS } from '../support/content.ts';
import { filledInPayload } from '../support/enquiries.ts';
import { linksIn, parsePage, textsIn } from '../support/parse-page.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { inboxAs } from '../support/inbox.ts';
import { undoLast, visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const admin = await visitAs(site, sql, 'admin');
beforeEach(() => emptyTables(sql, 'messages'));

const { messages, message, exportMessages } = paths.admin;
const { submit, listActs, readRow, textOf } = inboxAs(sql, () => admin);

describe('the answer clock', () => {
  it('says how long is left or overdue, in the tables and in the details', async () => {
    const said = { 1: 'Answer due in 23 h', 19: 'Answer due in 5 h', 26: 'Overdue by 2 h', 216: 'Overdue by 8 days' };
    const rows = Object.keys(said).map((hours) => ({ created_at: ago(Number(hours) * HOUR_MS) }));
    await add(sql, 'messages', rows);
    const texts = Object.values(said);
    for (const path of [messages, `${messages}?view=waiting`]) {
      const page = await textOf(path);
      for (const text of texts) expect(page).toContain(text);
    }
    for (const [i, text] of texts.entries()) expect(await textOf(message(i + 1))).toContain(text);
  });

  it('stops when somebody marks it answered, says who, and runs again when that was wrong', async () => {
    await add(sql, 'messages', [{ created_at: ago(30 * HOUR_MS) }]);
    for (let sent = 0; sent < 2; sent++) await submit(1, { intent: 'answer', note: 'by phone', version: '0' });
    expect(await readRow()).toMatchObject({ answered_by: admin.email, is_read: true });
    expect(await textOf(message(1))).toMatch(new RegExp(`Answered \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d by ${admin.email}`));
    await submit(1, { intent: 'answer' }); // the second answer changes nothing
    await submit(1, { intent: 'reopen' });
    expect(await readRow()).toMatchObject({ answered_by: null, answered_at: null });
    expect(await textOf(message(1))).toContain('Overdue by 6 h');
    expect(await listActs()).toEqual([
      { kind: 'answered', who: admin.email, text: 'by phone' },
      { kind: 'reopened', who: admin.email, text: null },
    ]);
  });

  it('is summed up on the dashboard and in the sidebar, for admins', async () => {
    expect(await textOf(paths.admin.dashboard)).toContain('Nothing waits.');
    await add(sql, 'messages', 7, (i) => ({ created_at: ago((5 * i - 4) * HOUR_MS) }));
    await submit(1, { intent: 'answer' });
    const html = await (await admin.get(paths.admin.dashboard)).text();
    expect(html).toMatch(
      /<a [^>]*href="\/admin\/messages\?view=waiting"[^>]*>6 enquiries are waiting\.<.*>The oldest has waited 31 hours\.<.*>2 are overdue\.</s,
    );
    expect(html).toContain('<title>(6) Dashboard</title>');
    expect(html.replaceAll('<!-- -->', '')).toMatch(/sidebar-badge">6</);
    const editor = await visitAs(site, sql, 'editor');
    expect(await (await editor.get(paths.admin.dashboard)).text()).not.toMatch(/overdue|sidebar-badge|<title>\(/);
    await add(sql, 'messages', 1000, () => ({ created_at: ago(2 * DAY_MS) }));
    expect(await textOf(paths.admin.dashboard)).toMatch(
      /1,006 enquiries are waiting\..*More than 1,000 are overdue\./s,
    );
  });
});

it('spam is in no count and its mail is held; marked as no spam it is in the inbox, and its mail is sent', async () => {
  await add(sql, 'messages', [{ folder: 'spam', spam_reason: 'Caught: contains 9 links' }]);
  await add(sql, 'notifications', [{ message_id: 1, state: 'held', payload: filledInPayload }]);
  const state = () => sql.value('select state from notifications');
  expect(await textOf(paths.admin.dashboard)).toContain('Nothing waits.');
  expect(await textOf(`${messages}?view=spam`)).toContain('Caught: contains 9 links');
  expect(await textOf(message(1))).not.toContain('Send the notification to us again');
  expect((await admin.post(message(1), { intent: 'send-again' })).status).toBe(404);
  expect(await state()).toBe('held');
  await submit(1, { intent: 'not-spam' });
  expect(await readRow()).toMatchObject({ folder: 'inbox', spam_reason: null });
  await expect.poll(state, { timeout: 8000 }).toBe('sent');
  expect(await listActs()).toEqual([{ kind: 'not-spam', who: admin.email, text: null }]);
});

it('staff put spam where it belongs, one or many, undo it, and it stays for 30 days from then', async () => {
  await add(sql, 'messages', 3, () => ({ created_at: ago(99 * DAY_MS) }));
  await submit(1, { intent: 'spam' });
  expect((await admin.post(messages, new URLSearchParams('intent=spam&message=2&message=3'))).status).toBe(303);
  const reason = 'Marked as spam by staff';
  for (const id of [1, 2, 3]) expect(await readRow(id)).toMatchObject({ folder: 'spam', spam_reason: reason });
  expect(await textOf(paths.admin.dashboard)).toContain('Nothing waits.');
  expect(await textOf(`${messages}?view=spam`)).toContain(reason);
  expect((await listActs()).map(({ kind }) => kind)).toEqual(['spam', 'spam', 'spam']);
  expect(await undoLast(admin, sql)).toBe(303);
  const folders = (await Promise.all([1, 2, 3].map((each) => readRow(each)))).map(({ folder }) => folder);
  expect(folders).toEqual(['spam', 'inbox', 'inbox']);
  expect(await sweepMessages(forkEntityManager(app))).toBe(0);
  await submit(1, { intent: 'not-spam' });
  expect(await readRow(1)).toMatchObject({ folder: 'inbox', spam_reason: null });
});

const around = async (id: number, search: string) =>
  Array.from(
    (await (await admin.get(message(id) + search)).text()).matchAll(
      /action="\/admin\/messages\/(\d)[^"]*"[^>]*><button[^>]*title="(Previous|Next) message"/g,
    ),
    ([, to, way]) => `${way} ${to}`,
  );

it('from message to message: each view in its order, searched or not, and a reply leads on to the next', async () => {
  await add(sql, 'messages', 4, (i) => ({
    created_at: ago((5 - i) * HOUR_MS),
    subject: i === 2 ? 'Other' : 'Crane',
    is_read: i > 2,
  }));
  expect(await around(2, '')).toEqual(['Previous 3', 'Next 1']);
  expect(await around(4, '')).toEqual(['Next 3']);
  expect(await around(2, '?view=waiting')).toEqual(['Previous 1', 'Next 3']);
  expect(await around(3, '?view=waiting&q=crane')).toEqual(['Previous 1', 'Next 4']);
  expect(await around(3, '?view=trash')).toEqual([]);
  const reply = { intent: 'reply', subject: 'Re', text: 'On Monday', version: '0', then: 'next' };
  for (const [id, to] of [
    [1, `${message(2)}?view=waiting`],
    [4, `${messages}?view=waiting`], // the last one
  ] as const) {
    await expectLed(admin.post(`${message(id)}?view=waiting`, { ...reply, formId: String(id) }), to);
  }
  expect(await sql.column('select id from messages where is_read order by id')).toEqual([1, 2, 3, 4]);
});

it('paging and searching keep a message open, and closing it keeps the search', async () => {
  await add(sql, 'messages', 30, (i) => ({ subject: `Column${i}`, created_at: ago(i * HOUR_MS) }));
  const open = await parsePage(admin.get(`${message(1)}?view=waiting`));
  const [, newer] = linksIn(open, 'body').find(([text]) => text === 'Newer')!;
  expect(newer).toMatch(`${message(1)}?`);
  expect(await textOf(newer!)).toMatch(/Column2 .*Column1 /s);
  expect(open.querySelector('[role=search]')!.getAttribute('action')).toBe(message(1));
  const found = await parsePage(admin.get(`${message(1)}?view=waiting&q=Column17`));
  expect(textsIn(found, '[role=search] [role=status]').join()).toContain('1 found');
  const close = found.querySelector('[aria-label=Close]')!.getAttribute('href')!;
  expect(await textOf(close)).toMatch(/^(?!.*Message Details).*1 found/s);
});

it('a message in trash or spam leads into no other list', async () => {
  const folders = ['inbox', 'trash', 'spam', 'inbox', 'trash', 'spam'];
  await add(sql, 'messages', 6, (i) => {
    const folder = folders[i - 1]!;
    return { created_at: ago(i * HOUR_MS), folder, trashed_at: folder === 'trash' ? ago(i * HOUR_MS) : null };
  });
  for (const view of ['', '?view=waiting', '?view=answered'])
    for (const id of [2, 3]) expect(await around(id, view)).toEqual([]);
  expect(await around(2, '?view=trash')).toEqual(['Next 5']);
  expect(await around(3, '?view=spam')).toEqual(['Next 6']);
  expect(await around(2, '?view=spam')).toEqual([]);
  expect(await around(1, '')).toEqual(['Next 4']);
});

describe('the trash', () => {
  it('takes messages in, many at once, and gives each back to where it was', async () => {
    await add(sql, 'messages', [
      { folder: 'inbox', spam_reason: null },
      { folder: 'spam', spam_reason: 'Caught: contains 9 links' },
    ]);
    expect((await admin.post(messages, new URLSearchParams('intent=trash&message=1&message=2'))).status).toBe(303);
    expect([await readRow(1), await readRow(2)]).toMatchObject([{ folder: 'trash' }, { folder: 'trash' }]);
    expect(await textOf(messages)).toContain('No unread messages.');
    await submit(1, { intent: 'restore' });
    await submit(2, { intent: 'restore' });
    expect([await readRow(1), await readRow(2)]).toMatchObject([
      { folder: 'inbox', trashed_at: null },
      { folder: 'spam', trashed_at: null },
    ]);
  });

  it('and the spam are emptied of what has been there for 30 days, since it came or was given back', async () => {
    const row = (folder: string, days: number) => ({
      folder,
      created_at: ago(folder === 'spam' ? days * DAY_MS : 99 * DAY_MS),
      trashed_at: folder === 'trash' ? ago(days * DAY_MS) : null,
      spam_reason: null as string | null,
    });
    await add(sql, 'messages', [
      row('trash', 29),
      row('trash', 31),
      row('spam', 29),
      row('spam', 31),
      row('inbox', 99),
      { ...row('trash', 1), spam_reason: 'Caught: contains 9 links' },
      row('spam', 50),
    ]);
    await submit(6, { intent: 'restore' });
    await sql(
      `insert into activities (kind, act, who, what, noun, noun_id, at)
       values ('enquiries', 'restored', 'a@example.com', 'Restored', 'messages', 7, $1)`,
      [ago(31 * DAY_MS)],
    );
    expect(await sweepMessages(forkEntityManager(app))).toBe(3);
    const left = await sql.column("select id || ' ' || folder from messages order by id");
    expect(left).toEqual(['1 trash', '3 spam', '5 inbox', '6 spam']);
  });
});

describe('the undo of what was done to many', () => {
  const markBoth = async () => {
    await add(sql, 'messages', [{}, {}]);
    const answer = await admin.post(messages, new URLSearchParams('intent=answer&message=1&message=2&stay=yes'));
    expect(answer.status).toBe(200);
    return () => undoLast(admin, sql);
  };
  const answered = async () => (await sql('select id from messages where answered_at is not null')).length;

  it('is refused once somebody has noted something on one of them', async () => {
    const undo = await markBoth();
    const other = await visitAs(site, sql, 'admin');
    expect((await other.post(message(1), { intent: 'note', note: 'She said yes' })).status).toBe(303);
    expect(await undo()).toBe(409);
    expect(await answered()).toBe(2);
  });

  it('works where they were only read, and is recorded for each', async () => {
    const undo = await markBoth();
    await (await visitAs(site, sql, 'admin')).post(message(1), { intent: 'view' });
    expect(await undo()).toBe(303);
    expect(await answered()).toBe(0);
    expect(await sql(`select what, noun_id from activities where what like 'Undid%' order by noun_id`)).toEqual([
      { what: `Undid what was done to ${(await readRow(1)).reference}`, noun_id: 1 },
      { what: `Undid what was done to ${(await readRow(2)).reference}`, noun_id: 2 },
    ]);
    for (const id of [1, 2])
      expect(await (await admin.get(message(id))).text()).toMatch(/Marked answered.+Undid what was done/s);
  });
});

describe('a note', () => {
  it('whose button is pressed twice is one; the next page can add the same words again', async () => {
    await add(sql, 'messages', [{}]);
    await Promise.all([1, 2].map(() => admin.post(message(1), { intent: 'note', note: 'Rang twice', version: '0' })));
    await submit(1, { intent: 'note', note: 'Rang twice', version: '0' });
    expect(await sql('select text from notes')).toHaveLength(1);
    const id = await sql.value<number>('select activity_id as id from notes');
    await submit(1, { intent: 'note', note: 'Rang twice', version: String(id) });
    expect(await sql('select text from notes')).toHaveLength(2);
  });

  it.each([
    ['note', 'note', false],
    ['answer', 'answered', true],
  ])('by "%s" is kept with who wrote it, and deleted by its writer alone', async (intent, kind, stays) => {
    await add(sql, 'messages', [{ answered_at: null }]);
    await submit(1, { intent, note: '  Rang twice <b>\nno answer ' });
    const event = { kind, who: admin.email };
    expect(await listActs()).toEqual([{ ...event, text: 'Rang twice <b>\nno answer' }]);
    expect(await (await admin.get(message(1))).text()).toMatch(/Rang twice &lt;b&gt;.*Delete note/s);
    const other = await visitAs(site, sql, 'admin');
    const id = await sql.value<number>('select activity_id as id from notes');
    expect((await other.post(message(1), { intent: 'delete-note', event: String(id) })).status).toBe(404);
    expect(await (await other.get(message(1))).text()).not.toContain('Delete note');
    await submit(1, { intent: 'delete-note', event: String(id) });
    expect(await listActs()).toEqual(stays ? [{ ...event, text: null }] : []);
  });

  it.each<[string, Record<string, string>, string]>([
    ['answer', { intent: 'answer', note: 'I rang her' }, 'I rang her'],
    ['reopen', { intent: 'reopen' }, 'Reopened'],
  ])('with "%s" after somebody else did %j is kept, and theirs is shown above', async (intent, theirs, shown) => {
    await add(sql, 'messages', [{ answered_at: intent === 'reopen' ? ago(HOUR_MS) : null }]);
    const other = await visitAs(site, sql, 'admin');
    const version = /name="version" value="(\d+)"/.exec(await (await admin.get(message(1))).text())![1]!;
    expect((await other.post(message(1), theirs)).status).toBe(303);
    const before = await listActs();
    const refused = admin.post(message(1), { intent, note: 'My own words', version });
    const page = await expectPage(refused, 409, 'Somebody else was here first', other.email, shown);
    expect(/<textarea[^>]* name="note"[^>]*>\s*([^<]*)</.exec(page)![1]).toBe('My own words');
    expect(await listActs()).toEqual(before);
    await submit(1, { intent: 'note', note: 'My own words' });
    await submit(1, { intent }); // an empty note deletes nothing
  });
});

describe('the search', () => {
  beforeEach(async () => {
    const jose = { name: 'José Ñandú', email: 'jose@harbour.example', subject: 'Tandem lift', message: 'A column' };
    await add(sql, 'messages', [{ ...jose, created_at: '2026-03-01T03:59:00Z' }]);
    await add(sql, 'messages', [{ name: 'Bob', service_type: 'training-request', created_at: '2026-03-01T04:00:00Z' }]);
    const cy = { name: 'Cy', subject: 'Tandem', message: "O'Neil's crane lifts", service_type: 'general' };
    await add(sql, 'messages', [{ ...cy, created_at: '2026-03-02T03:59:00Z' }]);
    const payload = { phoneNumber: '(868) 555-0199', companyName: 'Neptune Marine' };
    await add(sql, 'notifications', [{ message_id: 2, payload }]);
  });
  const pageFor = (query: Record<string, string>) => textOf(`${messages}?${new URLSearchParams(query)}`);
  const namesOn = (page: string) =>
    [...new Set([...page.matchAll(/Select message from ([^\s:]+)/g)].map(([, name]) => name))].sort();
  const found = async (query: Record<string, string>) => namesOn(await pageFor(query));

  const asked: [string, Record<string, string>, string[]][] = [
    ['a word', { q: 'column' }, ['José']],
    ['without accents and capitals', { q: 'JOSE NAN' }, ['José']],
    ['all words, the last by its beginning', { q: 'tandem li' }, ['Cy', 'José']],
    ['not the others by theirs', { q: 'tand lift' }, []],
    ["an e-mail's beginning", { q: 'jose@harb' }, ['José']],
    ['a phone number as a whole', { q: '8685550199' }, ['Bob']],
    ['a phone number in parts', { q: '555-01' }, ['Bob']],
    ['a company', { q: 'neptune' }, ['Bob']],
    ['an apostrophe', { q: "o'neil" }, ['Cy']],
    ['what SQL would take for something else', { q: "' | '':* & !" }, []],
    ['a service', { service: 'training-request' }, ['Bob']],
    ['the general service, and none', { service: 'general' }, ['Cy', 'José']],
    ['a day', { from: '2026-03-01', to: '2026-03-01' }, ['Bob', 'Cy']],
    ['from a day on', { from: '2026-03-02' }, []],
    ['up to a day', { to: '2026-02-28' }, ['José']],
    ['from the first day there is to the last', { from: '0001-01-01', to: '9999-12-31' }, ['Bob', 'Cy', 'José']],
    ['all of it together', { q: 'tandem', service: 'general', from: '2026-03-01' }, ['Cy']],
  ];
  it('finds words, numbers, services and days, alone and together', async () => {
    for (const [what, query, names] of asked) {
      const text = await pageFor(query);
      expect([what, namesOn(text)]).toEqual([what, names]);
      expect(text, what).toContain(names.length ? `${names.length} found` : 'No messages match.');
      expect(text.includes('Export these'), what).toBe(names.length > 0);
    }
  });

  it('finds a reference in any case, with and without SR-, in every view', async () => {
    const { reference } = (await readRow(2)) as { reference: string };
    for (const q of [reference, reference.toLowerCase(), reference.slice(3)])
      expect(await found({ q })).toEqual(['Bob']);
    const search = `${messages}?view=waiting&q=tandem`; // stays in the address after a change
    expect((await admin.post(search, { intent: 'answer 2' })).headers.get('location')).toBe(search);
    expect(await found({ q: reference, view: 'answered' })).toEqual(['Bob']);
    expect(await found({ q: reference, view: 'waiting' })).toEqual([]);
  });

  it('finds what stands beside very many marks, which a stranger may send, in an enquiry and in a mail, and one long word', async () => {
    const marks = Array.from('\u0345\u0360\u0315\u302c\u302a\u05b0\u0334', (mark) => mark.repeat(9000)).join('');
    const em = forkEntityManager(app); // with the time limit of visitors' statements
    const save = `insert into messages (name, email, subject, message) values ('Marx', 'm@example.com', 'Zalgo', ?) returning id`;
    const [{ id }] = await em.execute<[{ id: number }]>(save, [`Ropeway a${marks} Winch`]);
    const mail = `insert into inbound_mails (id, way, kind, message_id, text) values (gen_random_uuid(), 'folder', 'answer', $1, $2)`;
    await sql(mail, [id, `Bollard a${marks} Capstan`]);
    await indexWords(em, [id]);
    expect(await found({ q: 'ropeway winch bollard capstan' })).toEqual(['Marx']);
    const word = `${'吊'.repeat(90)}㈱`; // taken apart, the last of it would be a word of its own
    await em.execute(save, [word]);
    expect(await found({ q: word })).toEqual(['Marx']);
  });

  it('that makes no sense is refused for an export, too', async () =>
    expect((await admin.get(`${exportMessages}?q=tandem&to=2026-02-30`)).status).toBe(400));

  it('finds a word that few or many of very many hold, with their number', async () => {
    // References contain no U, so that none begins like a name.
    await sql(`insert into messages (name, email, subject, message)
      select 'U' || i, 'u' || i || '@example.com', 'Every', case when i = 7 then 'needle' else 'hay' end from generate_series(1, 1500) i`);
    expect(await found({ q: 'needle' })).toEqual(['U7']);
    expect(await textOf(`${messages}?q=every`)).toContain('More than 1,000 found');
    expect(await textOf(`${messages}?q=u1499`)).toContain('1 found');
  });
});
