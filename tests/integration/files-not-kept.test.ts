import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { paths } from '#app/paths.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { forTest } from '../support/for-test.ts';
import { whileCommitsAreSlow } from '../support/database.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { fileLike, fileRows, sendWithFiles } from '../support/enquiry-files.ts';
import { expectPage } from '../support/expect-page.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { sweepDocuments } from '../support/stores.ts';
import { cookieOf, visitAs } from '../support/visitor.ts';

// A store that is down or full, for files of enquiries and for documents.
const MIB = 1024 * 1024;
const { site, url: DATABASE_URL, sql, app } = await testSiteAndApp();

describe('when files cannot be kept', () => {
  beforeEach(async () => {
    await sql('delete from messages; delete from enquiry_files; delete from rate_limits');
  });
  const rows = () => fileRows(sql);

  it('the first time, they are when the same form is sent again', async () => {
    const files = [fileLike('pdf', 'late.pdf')];
    await sendWithFiles(site.url, files, { formId: 'late' });
    await sql('update enquiry_files set message_id = null'); // as if the store had been down
    expect((await sendWithFiles(site.url, files, { formId: 'late' })).status).toBe(303);
    expect(await sql('select 1 from messages')).toHaveLength(1);
    expect((await rows()).filter(({ message_id }) => message_id !== null)).toHaveLength(1);
  });

  it('is not said of those whose enquiry is saved only after the visitor heard that it was not', async () => {
    const send = () => sendWithFiles(site.url, [fileLike('pdf', 'plan.pdf')], { formId: 'slow' });
    expect((await whileCommitsAreSlow(sql, 'insert on messages', send)).status).toBe(503);
    expect((await send()).status).toBe(303);
    const [row, ...others] = await rows();
    const admin = await visitAs(site, sql, 'admin');
    expect([(await admin.get(paths.admin.enquiryFile(row!.message_id!, row!.id))).status, others]).toEqual([200, []]);
  });

  it('and nothing is said of them with the next enquiry', async () =>
    expect((await sendWithFiles(site.url, [])).headers.getSetCookie().join()).toMatch(/lost-files=;[^,]*Max-Age=0/));

  const shownAfter = ({ url }: RunningApp, answer: Response) =>
    fetch(url + paths.contactFormSent, { headers: { Cookie: cookieOf(answer) } });

  it('because strangers have used up the room, the enquiry is saved, and the visitor told how to send them', async () => {
    const small = forTest(await startApp({ DATABASE_URL, ENQUIRY_FILES_MIB: '1' }));
    // Files without an enquiry do not count.
    await sql(`insert into enquiry_files (position, name, kind, size_bytes) values (1, 'x.pdf', 'pdf', ${MIB})`);
    expect((await sendWithFiles(small.url, [fileLike('pdf', 'first.pdf', 0.9 * MIB)])).status).toBe(303);
    await sql('delete from enquiry_files where message_id is null');
    const staff = await visitAs(small, sql, 'admin');
    const dashboard = async () => (await staff.get(paths.admin.dashboard)).text();
    expect(await dashboard()).toContain('Drawings and photos of enquiries take 1 of 1 MB');
    const answer = await sendWithFiles(small.url, [fileLike('pdf', 'no room.pdf', 0.2 * MIB)]);
    expect(answer.status).toBe(303);
    expect(await sql('select 1 from messages')).toHaveLength(2);
    expect((await rows()).map(({ name }) => name)).toEqual(['first.pdf']);
    const newest = await sql.row('select reference from messages order by id desc limit 1');
    const mail = `subject=Files%20for%20${newest.reference}`;
    await expectPage(shownAfter(small, answer), 200, 'could not be kept', 'no room.pdf', mail);
  });
});

it('a file for which there is no room on the way is answered 503 with the form, and leaves nothing; the next is taken', async () => {
  const { newDocument } = paths.admin;
  const editor = await visitAs(site, sql, 'editor');
  const names = () => ['documents', 'incoming'].map((folder) => fs.readdirSync(path.join(site.dataDir, folder)));
  const before = names();
  const put = () => editor.post(newDocument, documentForm({ title: 'Much', file: fileOf(pdf()) }));
  const full = { writeFile: () => Promise.reject(new Error('ENOSPC')), close: async () => {} };
  const { open } = fs.promises; // which other work of the app calls, too
  const isIncoming = (file: unknown) => String(file).includes('/incoming/');
  const opening = vi.spyOn(fs.promises, 'open');
  opening.mockImplementation(async (file, ...rest) => (isIncoming(file) ? (full as never) : open(file, ...rest)));
  const answer = await put();
  opening.mockRestore();
  await expectPage(answer, 503, 'Failed to upload document');
  expect(await sql("select 1 from pdf_documents where title = 'Much'")).toEqual([]);
  expect(names()).toEqual(before); // and no temporary files
  expect((await put()).status).toBe(303);
});

it('a store that is down is answered 503 with the form of a document, and no row; deleting goes on, and the sweep finishes it', async () => {
  const { newDocument, deleteDocument } = paths.admin;
  const rows = () => sql('select * from pdf_documents');
  const editor = await visitAs(site, sql, 'editor');
  const folder = path.join(site.dataDir, 'documents');
  await sql('delete from pdf_documents');
  await editor.post(newDocument, documentForm({ file: fileOf(pdf()) }));
  const [{ id, file_path }] = (await rows()) as [{ id: number; file_path: string }];
  fs.renameSync(folder, `${folder}-away`);
  fs.writeFileSync(folder, ''); // a file in place of the folder

  const refused = editor.post(newDocument, documentForm({ title: 'Second', file: fileOf(pdf()) }));
  await expectPage(refused, 503, 'Failed to upload document');
  expect(await rows()).toHaveLength(1);
  expect((await fetch(site.url + paths.document(file_path))).status).toBe(503);

  expect((await editor.post(deleteDocument(id))).status).toBe(303);
  expect(await rows()).toEqual([]);
  fs.rmSync(folder);
  fs.renameSync(`${folder}-away`, folder);
  expect(fs.readdirSync(folder)).toContain(file_path);
  await sql("update trash set deleted_at = now() - interval '30 days 1 minute'");
  await sweepDocuments(app, diskStore(folder));
  expect(fs.readdirSync(folder)).not.toContain(file_path);
});
