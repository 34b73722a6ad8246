import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { paths } from '#app/paths.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { whileWritesFail } from '../support/database.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { expectLed, expectPage, readHtml } from '../support/expect-page.ts';
import { keysOf, sweepDocuments } from '../support/stores.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { send, visitAs } from '../support/visitor.ts';

const { site, sql, app } = await testSiteAndApp();
const store = diskStore(path.join(site.dataDir, 'documents')); // replaced-files.test.ts tests S3
const editor = await visitAs(site, sql, 'editor');
const MIB = 1024 * 1024;
const { newDocument, editDocument, deleteDocument } = paths.admin;

const upload = (fields: Parameters<typeof documentForm>[0]) => editor.post(newDocument, documentForm(fields));
const rows = () => sql('select * from pdf_documents order by display_order, id');
const expectNothing = async () => expect([await rows(), await keysOf(store)]).toEqual([[], []]);
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

beforeEach(async () => {
  await sql('delete from pdf_documents');
  for (const key of await keysOf(store)) await store.remove(key);
});

describe('documents', () => {
  const sweepAll = () => sweepDocuments(app, store);
  const ask = (file: string, method = 'GET') => fetch(site.url + paths.document(file), { method });

  it('an upload is on /about at once, and its file is the one that was sent', async () => {
    const bytes = pdf(300_000);
    const fields = { title: ' Lift  plan ', description: 'For all', displayOrder: '7' };
    await expectLed(upload({ ...fields, file: fileOf(bytes) }), paths.admin.documents);
    const [row] = await rows();
    expect(row).toMatchObject({ title: 'Lift plan', description: 'For all', display_order: 7, size_bytes: 300_000 });
    expect(row!.file_path).toMatch(/^\d{13}-plan\.pdf$/);
    expect(await readHtml(await fetch(site.url + paths.about))).toContain('Lift plan');
    expect((await bodyOf(await ask(row!.file_path))).equals(bytes)).toBe(true);
  });

  it('the sweep removes what no document owns after an hour, from several processes at once, and nothing else', async () => {
    await upload({ file: fileOf(pdf()) });
    const [kept] = await rows();
    const orphans = Array.from({ length: 250 }, (_, index) => `${1_700_000_000_000 + index}-orphan.pdf`);
    await Promise.all([...orphans, 'notes-of-others.pdf'].map((key) => store.put(key, pdf())));
    const sweep = (now?: number) => sweepOrphans(forkEntityManager(app), store, [documentFiles], now);
    expect(await sweep()).toBe(0); // their uploads may still be running
    const later = Date.now() + 3_601_000;
    await Promise.all([sweep(later), sweep(later), sweep(later)]);
    expect(await keysOf(store)).toEqual([kept!.file_path, 'notes-of-others.pdf']);
  });

  it('the same form sent twice is one document and one file', async () => {
    const formId = /name="formId" value="([^"]+)"/.exec(await (await editor.get(newDocument)).text())![1]!;
    const bytes = pdf();
    const press = () => upload({ formId, file: fileOf(bytes) });
    for (const answer of await Promise.all([press(), press(), press()])) expect(answer.status).toBe(303);
    expect(await rows()).toHaveLength(1);
    await sweepAll();
    expect(await keysOf(store)).toEqual([(await rows())[0]!.file_path]);
    await upload({ formId, file: fileOf(bytes), displayOrder: '1' }); // another place makes another document
    expect(await rows()).toHaveLength(2);
    await upload({ formId, file: fileOf(pdf()) });
    expect(await rows()).toHaveLength(3);
  });

  it('a row that the database refuses leaves no file that outlives a sweep, and the form is shown again with 503', () =>
    whileWritesFail(sql, 'pdf_documents', async () => {
      const refused = upload({ description: 'Still here', file: fileOf(pdf()) });
      await expectPage(refused, 503, 'Failed to upload document', 'Still here');
      await sweepAll();
      await expectNothing();
    }));

  it('a deleted document is withdrawn until it is restored', async () => {
    const bytes = pdf();
    await upload({ file: fileOf(bytes) });
    const [before] = await rows();
    const { id, file_path } = before!;
    await expectPage(editor.get(deleteDocument(id)), 200, 'Are you sure you want to delete &quot;Lift plan&quot;?');
    const withdraw = async () => {
      expect((await send(editor.ask, deleteDocument(id))).status).toBe(303);
      for (const method of ['GET', 'HEAD']) {
        const answer = await ask(file_path, method);
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store']);
        const words = 'This document has been withdrawn and is no longer available.\n';
        expect(await answer.text()).toBe(method === 'HEAD' ? '' : words);
      }
    };
    // First by undoing the deletion, then from the trash.
    for (const [n, address] of [paths.admin.undo, paths.admin.history('documents', id)].entries()) {
      await withdraw();
      const trashed = await sql.value<string>('select revision_id as revision from trash');
      expect((await send(editor.ask, address, { revision: String(trashed) })).status).toBe(303);
      const answer = await ask(file_path);
      expect([answer.status, (await bodyOf(answer)).equals(bytes)]).toEqual([200, true]);
      expect(await rows()).toEqual([{ ...before, submission_key: null, version: before!.version + n + 1 }]);
    }
    expect((await ask(`${file_path}/more`)).status).toBe(404);
    await withdraw();
    expect((await send(editor.ask, deleteDocument(id))).status).toBe(404); // replaced-files.test.ts empties the trash
  });
});

describe('the forms of documents', () => {
  async function added() {
    expect((await upload({ file: fileOf(pdf()) })).status).toBe(303);
    return (await rows())[0]!;
  }

  it('a file may have 25 MiB, a form no more than 64 KiB besides; what is larger is answered 413 with the form', async () => {
    await expectPage(upload({ file: fileOf(pdf(25 * MIB + 1)) }), 413, 'Please choose a file of up to 25 MB');
    expect((await upload({ file: fileOf(pdf(27 * MIB)) })).status).toBe(413);
    expect((await upload({ description: 'x'.repeat(100_000), file: fileOf(pdf()) })).status).toBe(413);
    expect((await editor.post(newDocument, new URLSearchParams({ title: 'x'.repeat(MIB) }))).status).toBe(413);
    await expectNothing();
    expect((await upload({ file: fileOf(pdf(25 * MIB)) })).status).toBe(303);
  });

  const second = documentForm({});
  second.append('file', new File([], ''));
  second.append('file', fileOf(pdf(), 'second.pdf'));
  const MISSING = ['Missing information', 'Please provide a title and select a PDF file'];
  const INVALID = ['Invalid file', 'Please select a PDF file']; // unit/pdf-check has more of them
  it.each([
    ['no title', documentForm({ title: '', file: fileOf(pdf()) }), MISSING],
    ['a blank title', documentForm({ title: '   ', file: fileOf(pdf()) }), MISSING],
    ['no title field', documentForm({ title: undefined, file: fileOf(pdf()) }), MISSING],
    ['no file', documentForm({}), MISSING],
    ['an empty file before another', second, MISSING],
    ['a text instead of a file', documentForm({ file: '%PDF-1.7' }), MISSING],
    ['a file declared as something else', documentForm({ file: fileOf(pdf(), 'plan.pdf', 'text/html') }), INVALID],
    ['a file of something else', documentForm({ file: fileOf(Buffer.from('<html>')) }), INVALID],
  ])('with %s an upload is answered 400, values kept', async (_, form, words) => {
    form.append('description', 'Still here');
    form.append('displayOrder', '12');
    const texts = [...words, 'Still here', 'value="12"', '<title>Error: Upload Document'];
    await expectPage(editor.post(newDocument, form), 400, ...texts);
    await expectNothing();
  });

  it('a value that is no number is stored as 0, and a document without one comes last', async () => {
    const orders = { '12abc': 0, Infinity: 0, '-3': -3, '2.9': 2, '1e99': 2_147_483_647 };
    for (const [displayOrder, order] of Object.entries(orders)) {
      await sql('delete from pdf_documents');
      expect((await upload({ displayOrder, file: fileOf(pdf()) })).status).toBe(303);
      expect([displayOrder, await rows()]).toMatchObject([displayOrder, [{ display_order: order }]]);
    }
    await sql('delete from pdf_documents');
    for (const [title, displayOrder] of Object.entries({ Fourth: '4', After: '', Last: ' ', First: 'abc' }))
      expect((await upload({ title, displayOrder, file: fileOf(pdf()) })).status).toBe(303);
    expect((await rows()).map(({ title }) => title)).toEqual(['First', 'Fourth', 'After', 'Last']);
    await sql('update pdf_documents set display_order = 2147483647');
    expect((await upload({ title: 'At the end', displayOrder: '', file: fileOf(pdf()) })).status).toBe(303);
    expect((await rows()).at(-1)).toMatchObject({ title: 'At the end', display_order: 2_147_483_647 });
  });

  it('an edit changes the texts and the order, never the file, and needs a document', async () => {
    const before = await added();
    const keys = await keysOf(store);
    const fields = { title: 'New title', description: '', displayOrder: '3', version: '1', file_path: 'x', id: '9' };
    const form = documentForm({ ...fields, file: fileOf(pdf(), 'other.pdf') });
    expect((await editor.post(editDocument(before.id), form)).status).toBe(303);
    const changed = { title: 'New title', description: null, display_order: 3, version: 2 };
    expect(await rows()).toEqual([{ ...before, ...changed }]);
    expect(await keysOf(store)).toEqual(keys);
    expect(await readHtml(await fetch(site.url + paths.about))).toContain('New title');
    for (const id of ['0', '-1', 'x', '1.5', '99999999999', '2147483647'])
      for (const address of [`/admin/documents/${id}/edit`, `/admin/documents/${id}/delete`])
        for (const answer of [editor.get(address), send(editor.ask, address, { title: 'T', version: '1' })])
          expect([address, (await answer).status]).toEqual([address, 404]);
  });

  it('a document changed since is neither overwritten nor deleted unseen: 409 shows theirs', async () => {
    const { id } = await added();
    const save = (title: string, version = {}) => send(editor.ask, editDocument(id), { title, ...version });
    const remove = (version: string) => send(editor.ask, deleteDocument(id), { version });
    expect(await readHtml(await editor.get(deleteDocument(id)))).toContain('name="version" value="1"');
    expect((await save('Theirs', { version: '1' })).status).toBe(303); // staff-pages.test.ts saves on the version of theirs
    for (const version of [{}, { version: 'x' }, { version: '-1' }])
      await expectPage(save('Mine', version), 409, 'Theirs', 'value="Mine"');
    const theirs = ['Changed by someone else', 'delete &quot;Theirs&quot;?', 'name="version" value="2"'];
    await expectPage(remove('1'), 409, ...theirs);
    expect(await rows()).toMatchObject([{ title: 'Theirs', version: 2 }]);
    expect((await remove('2')).status).toBe(303);
    expect(await rows()).toEqual([]);
  });
});
