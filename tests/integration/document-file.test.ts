import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newDocumentSchema } from '#app/content/documents/document.schema.ts';
import { uploadDocument } from '#app/content/documents/upload.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { testSite } from '../support/database.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { countOpenFiles } from '../support/process.ts';
import { rawRequest } from '../support/raw-request.ts';
import { openTestApp } from '../support/test-app.ts';
import { ann } from '../support/two-editors.ts';
import { visitAs } from '../support/visitor.ts';

const { site: product, sql, connection } = await testSite();
const plan = pdf(100_009);
const editor = await visitAs(product, sql, 'editor');
const form = documentForm({ title: 'Safety plan', file: fileOf(plan, 'Política "H.S.E.".pdf') });
expect((await editor.post(paths.admin.newDocument, form)).status).toBe(303);
const stored = await sql.row("select file_path, sha256 from pdf_documents where title = 'Safety plan'");
const address = paths.document(stored.file_path);
const etag = `"${stored.sha256}"`;

const ask = (headers: Record<string, string> = {}, method = 'GET') => fetch(product.url + address, { method, headers });
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

describe('the public address of a document', () => {
  it('gives the PDF as it was uploaded, inline, with nosniff and a closed policy under which WebKit shows it', async () => {
    const answer = await ask();
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(plan.length),
      'content-disposition': `inline; filename="Politica-H.S.E.pdf"; filename*=UTF-8''Politica-H.S.E.pdf`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=0, must-revalidate',
      etag,
    });
    expect((await bodyOf(answer)).equals(plan)).toBe(true);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const answer = await ask({ Range: 'bytes=0-9' }, 'HEAD');
    expect(answer.status).toBe(200); // ranges apply to GET only
    expect([answer.headers.get('content-length'), answer.headers.get('etag')]).toEqual([String(plan.length), etag]);
    expect((await bodyOf(answer)).length).toBe(0);
    expect((await fetch(`${product.url}${address}.data`)).status).toBe(404); // it would hold the whole file as text
    await expect.poll(() => countOpenFiles(process.pid, stored.file_path)).toBe(0);
  });

  it('answers 304 when its tag is known, range or not, and 200 when another is', async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      for (const headers of [{}, { Range: 'bytes=0-9' }] as Record<string, string>[]) {
        const answer = await ask({ 'If-None-Match': known, ...headers });
        expect([known, answer.status, answer.headers.get('etag')]).toEqual([known, 304, etag]);
        expect((await bodyOf(answer)).length).toBe(0);
      }
    expect((await ask({ 'If-None-Match': '"other"' })).status).toBe(200);
  });

  const size = plan.length;
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=10-19', 10, 19],
    ['bytes=99000-', 99_000, size - 1],
    ['bytes=-5', size - 5, size - 1],
    ['bytes=-99999999999999999999', 0, size - 1],
    ['bytes=5-99999999999999999999', 5, size - 1],
    ['Bytes=1-2', 1, 2],
  ])('gives the part that %s asks for', async (Range, start, end) => {
    const answer = await ask({ Range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
    expect(answer.headers.get('content-length')).toBe(String(end - start + 1));
    expect((await bodyOf(answer)).equals(plan.subarray(start, end + 1))).toBe(true);
  });

  const unsatisfiable = [`bytes=${size}-`, 'bytes=-0', 'bytes=99999999999999999999-'];
  const none = ['bytes=5-2', 'bytes=', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,5-6', 'bytes=0x1-2', '0-5'];
  it('answers 416 to a part that it does not have, and with the whole document to what is no single range', async () => {
    for (const Range of unsatisfiable) {
      const answer = await ask({ Range });
      expect([Range, answer.status, answer.headers.get('content-range')]).toEqual([Range, 416, `bytes */${size}`]);
      expect((await bodyOf(answer)).length).toBe(0);
    }
    for (const Range of [...none, 'bytes=--1']) {
      const answer = await ask({ Range });
      expect([Range, answer.status, (await bodyOf(answer)).length]).toEqual([Range, 200, size]);
    }
  });

  it('gives a part only while If-Range names the current state', async () => {
    const status = async (value: string) => (await ask({ Range: 'bytes=0-9', 'If-Range': value })).status;
    expect(await status(etag)).toBe(206);
    expect(await status(`W/${etag}`)).toBe(200); // weak tags never match here
    expect(await status('"other"')).toBe(200);
    expect(await status('Wed, 21 Oct 2015 07:28:00 GMT')).toBe(200);
  });

  it('answers 404 when the file has gone from the store, and 503 when the store cannot be read', async () => {
    const file = path.join(product.dataDir, 'documents', decodeURIComponent(address.split('/').pop()!));
    fs.renameSync(file, `${file}.away`);
    expect((await ask()).status).toBe(404);
    expect((await ask({}, 'HEAD')).status).toBe(404);
    fs.writeFileSync(file, 'something else');
    expect((await ask()).status).toBe(503);
    fs.renameSync(`${file}.away`, file);
    expect((await ask()).status).toBe(200);
  });
});

describe('an address of no document', () => {
  it.each([
    '/documents/nothing.pdf',
    '/documents',
    '/documents/..%2f..%2fetc%2fpasswd',
    '/documents/%252e%252e%252fsession-secret',
    '/documents/.partial-1',
    '/documents/%F0%9F%92%A9.pdf',
    `/documents/${'a'.repeat(1900)}.pdf`,
    '/documents/*',
    '/documents/__proto__',
  ])('is answered 400 or 404: %s', async (rawPath) =>
    expect([400, 404]).toContain((await rawRequest(product.url, rawPath)).status),
  );

  it('says so in plain words that nobody runs', async () => {
    const answer = await fetch(`${product.url}/documents/%3Cscript%3E.pdf`);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('404 Page Not Found\n');
  });
});

it('a form that is sent to two processes within one moment is one document with its file', async () => {
  // The clock stands still at the next hour, so that both processes choose the same key.
  const hour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  vi.spyOn(Date, 'now').mockReturnValue(hour);
  await sql('delete from pdf_documents');
  const form = { title: 'Lift plan', formId: 'f5d0c6f2-3f3c-4b6e-9a53-0d8f3f1f7c11', file: fileOf(pdf()) };
  expect((await editor.post(paths.admin.newDocument, documentForm(form))).status).toBe(303);
  const second = await openTestApp(connection, { DATA_DIR: product.dataDir }); // with its own modules, like another process
  await uploadDocument(forkEntityManager(second), newDocumentSchema.parse(form), ann);
  const [row, ...others] = await sql('select * from pdf_documents');
  expect(others).toEqual([]);
  expect(row!.file_path).toBe(`${hour}-plan.pdf`);
  const answer = await fetch(product.url + paths.document(row!.file_path));
  expect([answer.status, await bodyOf(answer)]).toEqual([200, Buffer.from(await form.file.bytes())]);
});
