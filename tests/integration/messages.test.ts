import { beforeEach, describe, expect, it } from 'vitest';
import { parseCursor, type Filter, type TableName } from '#app/enquiries/inbox/inbox.ts';
import { countMessages } from '#app/enquiries/message-tables.server.ts';
import { listMessages } from '#app/enquiries/inbox/messages.server.ts';
import { readSearch, searchMessages } from '#app/enquiries/inbox/search.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { filledInPayload } from '../support/enquiries.ts';
import { inboxAs } from '../support/inbox.ts';
import { add, ago, emptyTables, HOUR_MS } from '../support/content.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const em = () => forkEntityManager(app);
const admin = await visitAs(site, sql, 'admin');
beforeEach(() => emptyTables(sql, 'messages'));

const start = Date.now();
/** Adds unread and then read messages. Lower ids are newer, four to a minute. */
const fill = (unread: number, read = 0) =>
  add(sql, 'messages', unread + read, (i) => ({
    name: `Client ${i}`,
    email: `c${i}@example.com`,
    subject: `S${i}`,
    message: 'Canary text',
    is_read: i > unread,
    created_at: new Date(start - Math.floor(i / 4) * 60_000),
  }));
const isRead = () => sql.column('select id from messages where is_read order by id');
const countsOf = (unread: number, total: number) => {
  return { unread, total, waiting: total, answered: 0, spam: 0, trash: 0, later: 0 };
};
const { messages, message } = paths.admin;
const { submit, listActs, textOf } = inboxAs(sql, () => admin);
const post = (fields: string, at: string = messages) => admin.post(at, new URLSearchParams(fields));

describe('a table', () => {
  it('is paged newest first, each message on one page, there and back', async () => {
    await fill(60, 5);
    const expected = await sql.column('select id from messages where not is_read order by created_at desc, id desc');
    const first = await listMessages(em(), 'unread', null);
    const second = await listMessages(em(), 'unread', parseCursor(first.older));
    const third = await listMessages(em(), 'unread', parseCursor(second.older));
    expect([first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(expected);
    expect([first.newer, third.older]).toEqual([null, null]);
    const back = await listMessages(em(), 'unread', parseCursor(third.newer));
    expect(back).toEqual({ ...second, newer: expect.any(String) });
    expect(await listMessages(em(), 'unread', parseCursor(back.newer))).toEqual(first);
    expect(await countMessages(em())).toEqual(countsOf(60, 65));
    await sql('update messages set is_read = true where id % 2 = 0; delete from messages where is_read');
    expect(await countMessages(em())).toEqual(countsOf(30, 30));
  });

  it('shows the newest page for a place that has become empty, or that is none', async () => {
    await fill(26);
    const last = parseCursor((await listMessages(em(), 'unread', null)).older);
    await sql('delete from messages where id = (select id from messages order by created_at, id limit 1)');
    expect((await listMessages(em(), 'unread', last)).rows).toHaveLength(25);
    for (const odd of ['', 'x', 'before-1', "before-1-1'", 'before-99999999999999-1', 'before-1-99999999999'])
      expect(parseCursor(odd)).toBeNull();
  });
});

const ofUnread = { columns: 'id', tables: ['unread'], me: 0, isUpwards: false, limit: 26 } as const;

it('a view is read by its index, and a search in spam reads few messages outside it', async () => {
  await add(sql, 'messages', 3000, (i) => ({
    ...(i % 2 ? { folder: 'spam', subject: 'Load', answered_at: null } : { folder: 'inbox', answered_at: ago(0) }),
    created_at: ago(i * 60_000),
  }));
  await sql('analyze messages');
  const plans: string[] = [];
  const explaining = {
    execute: async (text: string, values: unknown[]) => {
      plans.push(text + JSON.stringify(await em().execute(`explain ${text}`, values)));
      return em().execute(text, values);
    },
  } as unknown as EntityManager;
  const find = (table: TableName, filter: Filter) =>
    searchMessages(explaining, readSearch(filter).search, { ...ofUnread, tables: [table] });
  await find('unread', {});
  expect(plans[0]).toContain('Scan Backward using messages_unread_and_read');
  expect(await find('spam', { q: 'crane' })).toEqual([]);
  expect(plans.join()).not.toContain('offset 0) found');
});

describe('a view', () => {
  const shownIn = async (view: string) =>
    [...(await textOf(`${messages}?view=${view}`)).matchAll(/Client (\w+)/g)].map(([, n]) => n);

  it('holds its messages, in its order, with their number', async () => {
    const at = (hours: number) => ({ created_at: ago(hours * HOUR_MS) });
    await add(sql, 'messages', [
      { name: 'Client new', ...at(1), folder: 'inbox', answered_at: null, trashed_at: null, later_until: null },
      { name: 'Client after', ...at(7), folder: 'inbox', later_until: ago(-3 * HOUR_MS) },
      { name: 'Client soon', ...at(6), folder: 'inbox', later_until: ago(-HOUR_MS), answered_at: ago(2 * HOUR_MS) },
      { name: 'Client away', ...at(2), folder: 'trash', trashed_at: ago(1), later_until: ago(-HOUR_MS) },
      { name: 'Client old', ...at(9), folder: 'inbox', answered_at: null, trashed_at: null },
      { name: 'Client done', ...at(5), folder: 'inbox', answered_at: ago(3 * HOUR_MS), trashed_at: null },
      { name: 'Client later', ...at(8), folder: 'inbox', answered_at: ago(HOUR_MS), trashed_at: null },
      { name: 'Client spam', ...at(2), folder: 'spam', answered_at: null, trashed_at: null },
      { name: 'Client gone', ...at(2), folder: 'trash', answered_at: null, trashed_at: ago(0) },
    ]);
    const unique = async (view: string) => [...new Set(await shownIn(view))];
    expect(await unique('inbox')).toEqual(['new', 'done', 'soon', 'after', 'later', 'old']);
    expect(await unique('waiting')).toEqual(['old', 'new']);
    expect(await unique('later')).toEqual(['soon', 'after']);
    expect(await unique('answered')).toEqual(['later', 'soon', 'done']);
    expect(await unique('spam')).toEqual(['spam']);
    expect(await unique('trash')).toEqual(['gone', 'away']);
    const shown = (await textOf(messages)).replace(/\s+/g, ' ');
    expect(shown).toContain('Inbox 6 Waiting 2 Mine 0 Later 2 Answered 3 Spam 1 Trash 2');
    expect(await unique('nonsense')).toEqual(await unique('inbox'));
  });

  it.each([
    ['waiting', 'created_at, id'],
    ['mine', 'created_at, id'],
    ['later', 'later_until, id'],
    ['answered', 'answered_at desc, id desc'],
    ['spam', 'created_at desc, id desc'],
    ['trash', 'trashed_at desc'],
  ])('of many, %s, is paged in its order, each message once', async (view, order) => {
    await add(sql, 'messages', 60, (i) => ({
      name: `Client ${i}`,
      created_at: ago(Math.floor(i / 4) * HOUR_MS),
      folder: view === 'spam' || view === 'trash' ? view : 'inbox',
      answered_at: view === 'answered' ? ago(Math.floor(i / 3) * HOUR_MS) : null,
      trashed_at: view === 'trash' ? ago(i * HOUR_MS) : null,
      later_until: view === 'later' ? ago(-(1 + Math.floor(i / 3)) * HOUR_MS) : null, // none returns during the test
    }));
    await sql('update messages set owner_id = o.id from owners o where account_id = $1', [admin.accountId]);
    const seen: string[][] = [];
    let address = `${messages}?view=${view}`;
    for (let page = 0; page < 3; page++) {
      const html = await (await admin.get(address)).text();
      seen.push([...new Set([...html.matchAll(/>Client (\d+)</g)].map(([, n]) => n!))]);
      address = /<a [^>]*rel="next"[^>]*href="([^"#]*)/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
      if (page < 2) expect(address).not.toBe('');
    }
    const all = await sql.column(`select name from messages order by ${order}`);
    expect(seen.map((page) => page.length)).toEqual([25, 25, 10]);
    expect(seen.flat().map((n) => `Client ${n}`)).toEqual(all);
  });
});

describe('marking', () => {
  it.each([
    ['intent=read&message=1', '1 message marked as read', [1, 4, 5, 6]],
    ['intent=read&message=1&message=2&message=2&message=999', '2 messages marked as read', [1, 2, 4, 5, 6]],
    ['intent=unread&message=4&message=5&message=6', '3 messages marked as unread', []],
    ['intent=read 2&message=1', 'Message marked as read', [2, 4, 5, 6]],
    ['intent=unread 4', 'Message marked as unread', [5, 6]],
  ] as [string, string, number[]][])('%s says "%s"', async (fields, notice, result) => {
    await fill(3, 3);
    const answer = await post(`${fields}&is_read=true&role=admin`, `${messages}?unread=before-1-1&q=c&evil=1`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`${messages}?q=c&unread=before-1-1`);
    await expectPage(admin.after(answer), 200, notice);
    expect(await isRead()).toEqual(result);
  });

  it('refuses unknown orders and missing messages, and marks nothing', async () => {
    await fill(3);
    const tooMany = Array.from({ length: 1001 }, (_, i) => `&message=${i + 1}`).join('');
    const FAILED = 'Failed to update message status';
    for (const [fields, text] of [
      ['intent=read', 'Select at least one message first.'],
      ['message=1', FAILED],
      ['intent=read&message=1; drop table messages', FAILED],
      ['intent=read&message=9999999999', FAILED],
      [`intent=read${tooMany}`, FAILED],
    ] as const)
      await expectPage(post(fields), 400, text, '<title>Error: ');
    expect((await post('intent=read 7')).status).toBe(404);
    expect((await post('intent=view', message(7))).status).toBe(404);
    expect((await admin.get(message(7))).status).toBe(404);
    expect(await isRead()).toEqual([]);
  });
});

describe('reading', () => {
  it('marks only by the View button, not by opening or prefetching the address', async () => {
    await fill(2);
    expect((await admin.get(message(1))).status).toBe(200);
    expect((await admin.get(`${message(1)}.data`)).status).toBe(200);
    expect(await isRead()).toEqual([]);
    await expectLed(post('intent=view', `${message(1)}?read=after-5-5`), `${message(1)}?read=after-5-5`);
    expect(await isRead()).toEqual([1]);
  });
});

it('finds a phone in any notation', async () => {
  const phones = [
    '(868) 731-0142',
    '+1 (868) 731-0143',
    '731-0144 ext. 12',
    '+44 (0)20 7946 0958',
    '868 555 0187 / 868 555 0188',
    '٨٦٨ ٧٣١ ٠١٤٥',
  ];
  await add(sql, 'messages', phones.length, (i) => ({ subject: `No. ${i}` }));
  const told = phones.map((phoneNumber, i) => ({ message_id: i + 1, state: 'sent', payload: { phoneNumber } }));
  await add(sql, 'notifications', told);
  const asked: [number, ...string[]][] = [
    [1, '18687310142', '+1 868 731 0142', '7310142', '868-731-0142', '(868) 731 0142', '٧٣١٠١٤٢', 'No. 1 7310142'],
    [2, '8687310143', '7310143', '+18687310143'],
    [3, '7310144', '868 731 0144'],
    [4, '020 7946 0958', '+442079460958', '0044 20 7946 0958'],
    [5, '5550188'],
    [6, '868 731 0145'],
  ];
  for (const [number, ...queries] of asked)
    for (const q of queries) {
      const found = await searchMessages<{ id: number }>(em(), readSearch({ q }).search, ofUnread);
      expect([q, found.map(({ id }) => id)]).toEqual([q, [number]]);
    }
});

describe('the details', () => {
  it('show phone and company, with links to a call and to the mail program', async () => {
    await add(sql, 'messages');
    const payload = { phoneNumber: '(868) 555-0100', companyName: 'Ramdin & Sons' };
    await add(sql, 'notifications', [{ message_id: 1, state: 'sent', sent_at: ago(0), payload }]);
    const mail = 'href="mailto:ann@example.com?subject='; // unit/mail-href tests the rest of the address
    await expectPage(admin.get(message(1)), 200, 'href="tel:+18685550100"', 'Ramdin &amp; Sons', mail);
    expect((await textOf(message(1))).replace(/\s+/g, ' ')).toMatch(/Activity Received , .* Notification sent ,/);
  });

  it('say who read it first, once', async () => {
    await add(sql, 'messages');
    for (const intent of ['view', 'unread', 'view']) await submit(1, { intent });
    expect(await listActs()).toEqual([{ kind: 'read', who: admin.email, text: null }]);
  });
});

it('the notification is sent by Send again, and cannot be where there is none', async () => {
  await fill(2);
  const failed = { state: 'failed', reason: 'canary reason', attempts: 25 };
  await add(sql, 'notifications', [{ message_id: 1, ...failed, payload: filledInPayload }]);
  expect(await (await admin.get(message(1))).text()).toContain('Failed after 25 attempts: canary reason');
  expect((await post('intent=send-again', message(1))).status).toBe(303);
  await expect
    .poll(() => sql('select state, attempts, reason from notifications'))
    .toEqual([{ state: 'sent', attempts: 1, reason: 'kept in the outbox, not mailed' }]);
  expect((await post('intent=send-again', message(2))).status).toBe(404);
});

it('messages that have come since the page was made are counted for admins', async () => {
  await fill(2, 1);
  const since = async (id: number) =>
    ((await (await admin.get(paths.admin.messagesSince(id))).json()) as { count: number }).count;
  await add(sql, 'messages', [{ folder: 'spam' }]);
  expect([await since(0), await since(2), await since(4)]).toEqual([3, 1, 0]);
  const seen = "insert into activities (kind, who, what) values ('enquiries', 'x', '') returning id::text";
  const version = await sql.value<string>(seen);
  await sql(`insert into activities (kind, act, who, what, noun, noun_id)
    select 'enquiries', act, 'the site itself', '', 'messages', id from (values (1, 'client-answer'), (2, 'back'), (2, 'not-delivered'),
      (3, 'automatic-answer')) as those (id, act)`);
  await sql('update messages set is_read = id = 1');
  const changes = async (at = version) => (await admin.get(`${paths.admin.messagesSince(2)}?version=${at}`)).json();
  expect(await changes()).toEqual({ count: 1, again: 1 });
  await sql('update messages set is_read = false');
  expect([await changes(), await changes('0')]).toEqual([1, 1].map((count) => ({ count, again: 2 })));
});
