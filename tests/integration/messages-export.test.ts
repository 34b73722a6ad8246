import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { ANSWER_MS } from '#app/enquiries/reminders/answer-clock.ts';
import { exportFileName } from '#app/enquiries/inbox/messages-csv.server.ts';
import { paths } from '#app/paths.ts';
import { leastCpu } from '../support/process.ts';
import { testSite, whileMissing } from '../support/database.ts';
import { inboxAs } from '../support/inbox.ts';
import { add, ago, emptyTables, HOUR_MS } from '../support/content.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql } = await testSite();
const admin = await visitAs(site, sql, 'admin');
beforeEach(() => emptyTables(sql, 'messages'));

const { submit, readRow } = inboxAs(sql, () => admin);

const AT = '2026-03-01T12:00:00Z';
const send = (...rows: Record<string, unknown>[]) =>
  add(
    sql,
    'messages',
    rows.map((row) => ({ name: 'Ann', created_at: AT, service_type: null, preferred_contact: null, ...row })),
  );
const exported = async (search = '') => {
  const answer = await admin.get(paths.admin.exportMessages + search);
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { answer, text: bytes.toString('utf8'), rows: parse(bytes, { bom: true }) as string[][] };
};

describe('the export', () => {
  it('is a CSV file named after today in Trinidad & Tobago, with a header even of nothing', async () => {
    const { answer, rows } = await exported();
    expect(rows).toEqual([['Name', 'Email', 'Subject', 'Message', 'Service Type', 'Preferred Contact', 'Date']]);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${exportFileName()}"`);
    expect(exportFileName(new Date('2026-11-22T03:59:00Z'))).toBe('messages-2026-11-21.csv');
    expect(exportFileName(new Date('2026-11-22T04:01:00Z'))).toBe('messages-2026-11-22.csv');
  });

  it('has labels instead of values, and the time of Trinidad & Tobago', async () => {
    await send(
      { service_type: 'lift-plan-review', preferred_contact: 'either', created_at: '2026-03-01T03:05:59Z' },
      { created_at: '2026-02-01T12:00:00Z' },
    );
    const texts = ['Ann', 'ann@example.com', 'Crane', 'We need a lift plan'];
    expect((await exported()).rows.slice(1)).toEqual([
      [...texts, 'Lift Plan Review', 'Either', '2026-02-28 23:05'],
      [...texts, 'General Inquiry', 'Not specified', '2026-02-01 08:00'],
    ]);
  });

  it('is UTF-8 with a byte order mark, CRLF, every cell quoted and quotes doubled', async () => {
    await send({ name: 'Zoë "Boom" O’Neil, 李', message: 'a, "b"\r\nc\nd\re ✓ 🏗' });
    const { text, rows } = await exported();
    expect(text).toBe(
      '\uFEFF"Name","Email","Subject","Message","Service Type","Preferred Contact","Date"\r\n' +
        '"Zoë ""Boom"" O’Neil, 李","ann@example.com","Crane","a, ""b"" c d e ✓ 🏗","General Inquiry","Not specified","2026-03-01 08:00"\r\n',
    );
    expect(rows[1]![0]).toBe('Zoë "Boom" O’Neil, 李');
  });

  it('lets no spreadsheet run what begins like a formula', async () => {
    const hostile = [
      ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'],
      ...['=HYPERLINK("http://evil.example","x")', "=cmd|'/c calc'!A0"],
    ];
    await send(...hostile.map((text) => ({ name: text, subject: text, message: text })));
    const rows = (await exported()).rows.slice(1).toReversed(); // oldest first
    expect(rows.map(([name]) => name)).toEqual(hostile.map((text) => `'${text}`));
    for (const [name, , subject, message] of rows) {
      expect(subject).toBe(name);
      expect(message).not.toMatch(/^[=+\-@\t\r＝＋－＠]/);
    }
  });

  it('the same for spreadsheets with ; or tab as the separator', async () => {
    const hostile = ["q;=cmd|'/c calc'!A0", 'q; +1', 'q;"=1+1"', 'q;＝1+1;@SUM(A1)', 'q\t-1', 'q\n=1'];
    await send(...hostile.map((text) => ({ name: text, subject: text, message: text })));
    const { text, rows } = await exported();
    for (const cell of text.split(/[;\t\r\n]/)) expect(cell.replace(/^["\s]+/, '')).not.toMatch(/^[=+\-@＝＋－＠]/);
    const bare = (words: string) => words.replaceAll("'", '');
    expect(rows.slice(1).map(([name]) => bare(name!))).toEqual(hostile.toReversed().map(bare));
  });

  it('is fast with long runs of tabs, quotes and spaces', async () => {
    await send({ message: `Hello there${'\t'.repeat(12_000)}${' '.repeat(24_000)}end` });
    expect(await leastCpu(exported)).toBeLessThan(1);
  });

  it('leaves ordinary text as it is, the signs inside it as well', async () => {
    await send({ name: "D'Andre", subject: 'a=b +1 -2 @c', message: "'quoted' 50 % ? $1 \\ \\n ;" });
    const [, row] = (await exported()).rows;
    expect(row!.slice(0, 4)).toEqual(["D'Andre", 'ann@example.com', 'a=b +1 -2 @c', "'quoted' 50 % ? $1 \\ \\n ;"]);
  });

  it('has every message once, newest first, whatever is marked meanwhile', async () => {
    await sql(`insert into messages (name, email, subject, message, is_read, created_at)
      select i, 'a@example.com', 'S', repeat('x', 200), i % 3 = 0, '2026-03-01'::timestamptz - (i / 4) * interval '1 minute'
      from generate_series(1, 1100) i`);
    let isOver = false;
    const marking = (async () => {
      while (!isOver) await sql('update messages set is_read = not is_read where id % 7 = 0');
    })();
    const { rows } = await exported().finally(() => (isOver = true));
    await marking;
    const order = await sql.column('select name from messages order by created_at desc, id desc');
    expect(rows.slice(1).map(([name]) => name)).toEqual(order);
  });

  it('gives what is shown, and all details when asked', async () => {
    const created = ago(30 * HOUR_MS);
    await add(sql, 'messages', [
      { name: 'Waits', created_at: created, folder: 'inbox', trashed_at: null },
      { name: 'Spam', created_at: created, folder: 'spam', trashed_at: null },
      { name: 'Answered', created_at: created, folder: 'inbox', trashed_at: null },
    ]);
    await add(sql, 'notifications', [{ message_id: 1, payload: { phoneNumber: '=1+2', companyName: 'Co' } }]);
    await submit(1, { intent: 'note', note: 'One\nline' });
    await submit(3, { intent: 'answer' });
    const names = async (search: string) => (await exported(search)).rows.slice(1).map(([name]) => name);
    expect((await names('')).sort()).toEqual(['Answered', 'Waits']);
    expect(await names('?view=waiting')).toEqual(['Waits']);
    expect(await names('?view=answered')).toEqual(['Answered']);
    expect(await names('?view=spam')).toEqual(['Spam']);
    for (const q of ['waits', 'wa%00its']) expect(await names(`?q=${q}`)).toEqual(['Waits']);
    const [headers, row] = (await exported('?view=waiting&columns=all')).rows;
    expect(headers!.slice(7).join()).toBe('Reference,Phone,Company,State,Due,Answered at,Answered by,Notes');
    const stamp = (ms: number) => new Date(ms - 4 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
    const [reference, due] = [(await readRow()).reference, stamp(created.getTime() + ANSWER_MS)];
    expect(row!.slice(7)).toEqual([reference, "'=1+2", 'Co', 'Waiting', due, '', '', 'One line']);
    const [, answered] = (await exported('?view=answered&columns=all')).rows;
    const answeredAt = stamp((await readRow(3)).answered_at.getTime());
    expect(answered!.slice(10)).toEqual(['Answered', '', answeredAt, admin.email, '']);
  });

  it('tells the page that asked that it has started, with nothing else in the cookie', async () => {
    const answer = await admin.get(`${paths.admin.exportMessages}?started=abc-1`);
    expect(answer.headers.getSetCookie()).toEqual(['export-started=abc-1; Path=/; Max-Age=60; SameSite=Lax']);
    const hostile = await admin.get(`${paths.admin.exportMessages}?started=${encodeURIComponent('a; Path=/\r\nX: y')}`);
    expect(hostile.headers.getSetCookie().join()).not.toContain('export-started');
  });

  it('says that it failed when the database does', async () => {
    const answer = await whileMissing(sql, 'messages', () => admin.get(paths.admin.exportMessages));
    expect([answer.status, await answer.text()]).toEqual([503, 'Failed to fetch messages\n']);
  });
});
