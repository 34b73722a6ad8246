import { beforeEach, describe, expect, it } from 'vitest';
import { tellOfLapses } from '#app/admin/lapses.server.ts';
import { paths } from '#app/paths.ts';
import { locks } from '#db/lock-table.ts';
import { forkEntityManager } from '#db/orm.ts';
import { withFastPeriods, startApp } from '../support/app.ts';
import { add } from '../support/content.ts';
import { testSite } from '../support/database.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { expectPage, readHtml } from '../support/expect-page.ts';
import { forFile } from '../support/for-test.ts';
import { mailsIn, unfold } from '../support/outbox.ts';
import { openTestApp } from '../support/test-app.ts';
import { send, undoLast, visitAs, type Visitor } from '../support/visitor.ts';

const { site, sql, connection, url: DATABASE_URL } = await withFastPeriods(testSite);
const second = forFile(await withFastPeriods(() => startApp({ DATABASE_URL })));
const apps = [await openTestApp(connection), await openTestApp(connection)];
const { newDocument, editDocument, replaceFile, deleteDocument, history, undo } = paths.admin;

/** Sets the clocks of all apps to this time in Trinidad & Tobago. */
function makeIt(day: string, time = '12:00:00.000'): void {
  const now = Date.parse(`${day}T${time}-04:00`);
  for (const app of [...apps, site.app, second.app]) app.clock = { now: () => now };
}
const othersHaveLooked = () => sql('select pg_advisory_xact_lock($1)', [locks.lapses]); // maybe by the clock of before
/** @param away days from 31 December 2026 */
const day = (away: number) => new Date(Date.UTC(2026, 11, 31 + away)).toISOString().slice(0, 10);
const LAST = day(0);
const certificate = { title: 'Insurance', issuer: ' Lloyd’s ', number: 'GL 77-1', validUntil: LAST };
const row = () => sql.row<{ id: number; version: number }>('select * from pdf_documents');
const editor = await visitAs(site, sql, 'editor');
beforeEach(async () => {
  makeIt(day(-100));
  await othersHaveLooked();
  await sql('with gone as (delete from pdf_documents) delete from office_mails');
});

describe('a document that lapses', () => {
  const about = (headers: Record<string, string> = {}) => fetch(site.url + paths.about, { headers });
  const upload = async (fields: Record<string, string>) => {
    const form = documentForm({ ...certificate, ...fields, file: fileOf(pdf()) });
    expect((await editor.post(newDocument, form)).status).toBe(303);
    return site.url + paths.document(await sql.value('select file_path from pdf_documents'));
  };

  it('is valid until 24:00 in Port of Spain and then says so, in pages that were kept as well', async () => {
    const file = await upload({ whenLapsed: '' });
    makeIt(LAST, '23:59:59.999');
    await expectPage(about(), 200, 'Lloyd’s, GL 77-1', 'Valid until 31 December 2026');
    let known = {};
    const isKept = async () => {
      const { status, headers } = await about(known);
      known = { 'If-None-Match': headers.get('etag') ?? '' };
      return status;
    };
    await expect.poll(isKept).toBe(304);
    makeIt(day(1), '00:00:00.000');
    await expectPage(about(known), 200, 'Lapsed: was valid until 31 December 2026');
    expect((await fetch(file)).status).toBe(200);
  });

  it('is hidden from that moment on if set so: its address answers 404, also with an ETag', async () => {
    const file = await upload({ whenLapsed: 'hide' });
    const { id } = await row();
    makeIt(LAST, '23:59:59.999');
    expect(await readHtml(await about())).toContain('Insurance');
    const etag = (await fetch(file)).headers.get('etag')!;
    makeIt(day(1), '00:00:00.000');
    for (const address of [paths.about, paths.aboutDocument(id)])
      expect(await readHtml(await fetch(site.url + address))).not.toContain('Insurance');
    const ways: RequestInit[] = [
      {},
      { method: 'HEAD' },
      { headers: { 'If-None-Match': etag } },
      { headers: { Range: 'bytes=0-9' } },
    ];
    for (const init of ways) expect((await fetch(file, init)).status).toBe(404);
    const hidden = 'Lapsed: was valid until 31 December 2026, hidden from the site';
    await expectPage(editor.get(paths.admin.documents), 200, hidden);
    expect((await send(editor.ask, deleteDocument(id))).status).toBe(303);
    await expect.poll(async () => (await fetch(file)).status).toBe(410);
  });
});

it('an old form without the fields means none', async () => {
  await add(sql, 'pdf_documents', [{ title: 'Insurance' }]);
  const { id } = await row();
  const save = (fields: Record<string, string>) =>
    send(editor.ask, editDocument(id), { title: 'Insurance', ...fields });
  expect((await save({ ...certificate, whenLapsed: 'x', version: '1' })).status).toBe(303);
  expect(await row()).toMatchObject({ issuer: 'Lloyd’s', number: 'GL 77-1', when_lapsed: null, version: 2 });
  expect((await save({ version: '2' })).status).toBe(303);
  expect(await row()).toMatchObject({ issuer: null, number: null, valid_until: null });
});

it('history, undo and trash keep issuer, number, date and what follows; Replace file asks for the new date', async () => {
  const form = documentForm({ ...certificate, whenLapsed: 'hide', file: fileOf(pdf()) });
  expect((await editor.post(newDocument, form)).status).toBe(303);
  const before = await row();
  const { id, version } = before;
  expect(await readHtml(await editor.get(replaceFile(id)))).toMatch(/<input[^>]*autofocus[^>]*value="2026-12-31"/);
  const replaced = documentForm({ title: undefined, validUntil: '2027-12-31', version: String(version) });
  replaced.append('file', fileOf(pdf()));
  expect((await editor.post(replaceFile(id), replaced)).status).toBe(303);
  expect(await sql.column("select valid_until || ' ' || number from pdf_documents")).toEqual(['2027-12-31 GL 77-1']);
  const told = ['Issuer', 'Lloyd’s', 'Valid until', '2027', 'When it has lapsed', 'Hide from the site'];
  await expectPage(editor.get(history('documents', id)), 200, ...told);
  expect(await undoLast(editor, sql)).toBe(303);
  expect(await row()).toEqual({ ...before, version: version + 2 });
  expect((await send(editor.ask, deleteDocument(id))).status).toBe(303);
  expect(await undoLast(editor, sql)).toBe(303);
  expect(await row()).toMatchObject({ ...before, submission_key: null, version: version + 3 });
});

it('a change from before there were these fields can still be undone', async () => {
  const [id] = await add(sql, 'pdf_documents', [{ title: 'After', description: null }]);
  const { size_bytes: sizeBytes, sha256 } = await sql.row('select * from pdf_documents');
  const state = { title: 'After', description: null, displayOrder: 0, fileKey: null, sizeBytes, sha256 };
  const changeId = await sql.value<number>(
    `with was as (insert into revisions (noun, item_id, act, state) values ('documents', $1, 'found', $2) returning id)
     insert into revisions (noun, item_id, act, state, parent_id) select 'documents', $1, 'changed', $3, id from was returning id`,
    [id, { ...state, title: 'Before' }, state],
  );
  expect((await send(editor.ask, undo, { revision: String(changeId) })).status).toBe(303);
  expect(await row()).toMatchObject({ title: 'Before', valid_until: null });
});

describe('the office', () => {
  /** Lets several processes check at the same moment. @returns the number of mails so far */
  async function mailsOn(...days: [days: number, time?: string]): Promise<number> {
    makeIt(day(days[0]), days[1]);
    for (let i = 0; i < 2; i++) {
      await Promise.all([...apps, ...apps].map((app) => tellOfLapses(forkEntityManager(app))));
      await othersHaveLooked();
    }
    return (await sql('select 1 from office_mails')).length;
  }
  const subjects = async () =>
    (await sql('select subject from office_mails order by created_at')).map((mail) => mail.subject);
  const lapse = (...more: Record<string, unknown>[]) =>
    add(sql, 'pdf_documents', [{ valid_until: LAST, title: 'Insurance' }, ...more]);

  it('gets a mail 60, 30 and 7 days before and on the day, once each, from the first moment of that day', async () => {
    await lapse();
    expect(await mailsOn(-61, '23:59:59.999')).toBe(0);
    expect(await mailsOn(-60, '00:00:00.000')).toBe(1);
    expect(await mailsOn(-31)).toBe(1);
    expect(await mailsOn(-30)).toBe(2);
    expect(await mailsOn(-7)).toBe(3);
    expect(await mailsOn(-1)).toBe(3);
    expect(await mailsOn(0, '00:00:00.000')).toBe(4);
    expect(await mailsOn(400)).toBe(4);
    const of = (days: string) => `Insurance: Valid until 31 December 2026, ${days}`;
    expect(await subjects()).toEqual([...[60, 30, 7].map((n) => of(`${n} days left`)), of('today is its last day')]);
  });

  it('hears once about days without a running process, and nothing twice after a clock jump', async () => {
    await lapse({ valid_until: day(400), title: 'Not yet' });
    expect(await mailsOn(5)).toBe(1);
    expect(await subjects()).toEqual(['Insurance: Lapsed: was valid until 31 December 2026']);
    for (const days of [-60, -30, 300, -7, 0, 1]) expect(await mailsOn(days)).toBe(1);
  });

  it('gets one mail about several, and a mail about a new date, but not about a restored one', async () => {
    const [id] = await lapse({ valid_until: day(20), title: 'Training record' });
    expect(await mailsOn(-5)).toBe(1);
    expect(await subjects()).toEqual(['2 documents lapse']);
    expect((await send(editor.ask, deleteDocument(id!), { version: '1' })).status).toBe(303);
    const trashed = await sql.row('select revision_id as revision from trash where item_id = $1', [id]);
    expect((await send(editor.ask, undo, { revision: String(trashed.revision) })).status).toBe(303);
    expect(await mailsOn(-5)).toBe(1);
    const save = (validUntil: string, version: string) =>
      send(editor.ask, editDocument(id!), { title: 'Insurance', validUntil, version });
    expect((await save(day(30), '2')).status).toBe(303);
    expect(await mailsOn(-5)).toBe(2);
    expect((await save(LAST, '3')).status).toBe(303);
    expect(await mailsOn(-5)).toBe(2);
    expect(await mailsOn(0)).toBe(3);
  });

  it('gets it automatically, once from two processes, with a link; editors see it on the dashboard', async () => {
    const [id] = await add(sql, 'pdf_documents', [{ valid_until: LAST, title: 'Crane test' }]);
    makeIt(day(-7));
    const mails = () => [site, second].flatMap(({ dataDir }) => mailsIn(dataDir)).map(unfold);
    const isTold = (mail: string) => mail.includes('Subject: Crane test: Valid until 31 December 2026, 7 days left');
    await expect.poll(() => mails().filter(isTold).length, { timeout: 40_000 }).toBe(1);
    expect(mails().find(isTold)).toContain(paths.admin.replaceFile(id!));
    const seen = async (visitor: Visitor) => readHtml(await visitor.get(paths.admin.dashboard));
    await expect.poll(() => seen(editor)).toContain('Valid until 31 December 2026, 7 days left');
    expect(await seen(await visitAs(site, sql, 'viewer'))).not.toContain('Crane test');
    makeIt(day(-61));
    expect(await seen(editor)).not.toContain('Documents to renew');
    makeIt(day(-60));
    expect(await seen(editor)).toContain('Valid until 31 December 2026, 60 days left');
    makeIt(day(1));
    expect(await seen(editor)).toContain('Lapsed: was valid until 31 December 2026');
  });
});
