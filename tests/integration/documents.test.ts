import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import { sweepHistory } from '#app/content/versions/sweep-history.server.ts';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { paths } from '#app/paths.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import type { DocumentStore } from '#app/storage/document-store.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { cpuSeconds } from '../support/cpu-seconds.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { fileOf, formOf, pdf } from '../support/documents.ts';
import { pageOf } from '../support/page-of.ts';
import { startProduct, type Product } from '../support/product.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';

const { url: DATABASE_URL, sql, connection } = await testDatabase();
const app = await openTestApp(connection);
const s3 = await startS3Server();
const { settings } = s3;
const MIB = 1024 * 1024;
const { newDocument, editDocument, deleteDocument } = paths.admin;
const rows = () => sql('select * from pdf_documents order by display_order, id');
const keysOf = async (store: DocumentStore) => {
  const keys: string[] = [];
  for await (const { key } of store.list()) keys.push(key);
  return keys.sort();
};

afterAll(() => s3.stop());

describe.each([{ kind: 'disk' }, { kind: 's3' }])('documents kept on $kind', ({ kind }) => {
  let product: Product;
  let editor: Visitor;
  let store: DocumentStore;
  beforeAll(async () => {
    product = await startProduct({ DATABASE_URL, ...(kind === 's3' ? s3Env(settings) : {}) });
    editor = await visitAs(product, sql, 'editor');
    store = kind === 's3' ? s3Store(settings) : diskStore(path.join(product.dataDir, 'documents'));
  });
  afterAll(() => product?.stop());
  beforeEach(async () => {
    await sql('delete from pdf_documents');
    for (const key of await keysOf(store)) await store.remove(key);
  });
  const upload = (fields: Parameters<typeof formOf>[0]) => editor.post(newDocument, formOf(fields));
  /** As the hourly sweep does, two hours from now. */
  const sweepAll = async () => {
    await sweepHistory(forkEntityManager(app));
    await sweepOrphans(forkEntityManager(app), store, [documentFiles], Date.now() + 7_200_000);
  };
  /** Nothing was kept: neither a row nor a file. */
  const expectNothing = async () => {
    expect(await rows()).toEqual([]);
    expect(await keysOf(store)).toEqual([]);
  };

  it('an upload is on /about at once, and its file is the one that was sent', async () => {
    const bytes = pdf(300_000);
    const answer = await upload({
      title: ' Lift  plan ',
      description: 'For all',
      displayOrder: '7',
      file: fileOf(bytes),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(paths.admin.documents);
    const [row] = await rows();
    expect(row).toMatchObject({ title: 'Lift plan', description: 'For all', display_order: 7, size_bytes: 300_000 });
    expect(row!.file_path).toMatch(/^\d{13}-plan\.pdf$/);
    const stored = await store.get(row!.file_path);
    expect((await buffer(stored!.stream)).equals(bytes)).toBe(true);
    const about = await pageOf(await fetch(product.url + paths.about));
    expect(about).toContain('Lift plan');
    const file = await fetch(product.url + paths.document(row!.file_path));
    expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('the same form sent twice is one document and one file', async () => {
    const page = await (await editor.get(newDocument)).text();
    const formId = /name="formId" value="([^"]+)"/.exec(page)![1]!;
    const bytes = pdf();
    const send = () => upload({ formId, file: fileOf(bytes) });
    for (const answer of await Promise.all([send(), send(), send()])) expect(answer.status).toBe(303);
    expect(await rows()).toHaveLength(1);
    expect(await keysOf(store)).toEqual([(await rows())[0]!.file_path]);
    await upload({ formId, file: fileOf(pdf()) });
    expect(await rows()).toHaveLength(2);
  });

  it('every PDF comes back byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 4000 }),
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        async (rest, name) => {
          const bytes = Buffer.concat([Buffer.from('%PDF-'), rest]);
          expect((await upload({ file: fileOf(bytes, `${name}.pdf`) })).status).toBe(303);
          const [row] = await sql('select file_path from pdf_documents order by id desc limit 1');
          const answer = await fetch(product.url + paths.document(row!.file_path));
          expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('a second file is left out, and an empty one before it makes it no better', async () => {
    const body = formOf({ title: 'Two' });
    body.delete('file');
    body.append('file', new File([], ''));
    body.append('file', fileOf(pdf(), 'second.pdf'));
    const answer = await editor.post(newDocument, body);
    expect(answer.status).toBe(400);
    expect(await sql("select 1 from pdf_documents where title = 'Two'")).toEqual([]);
  });

  it('a large document is taken; one byte over 25 MiB is answered 413 with the form', async () => {
    const largest = kind === 's3' ? 10 : 25; // the stand-in for S3 takes 11 MiB
    expect((await upload({ file: fileOf(pdf(largest * MIB)) })).status).toBe(303);
    await sql('delete from pdf_documents');
    for (const key of await keysOf(store)) await store.remove(key);
    const answer = await upload({ file: fileOf(pdf(25 * MIB + 1)) });
    expect(answer.status).toBe(413);
    expect(await pageOf(answer)).toContain('Please choose a file of up to 25 MiB');
    expect((await upload({ file: fileOf(pdf(27 * MIB)) })).status).toBe(413);
    await expectNothing();
  });

  it('only a form with a file may be larger than 64 KiB, and only by the file', async () => {
    const post = (body: string, type: string) =>
      fetch(product.url + newDocument, {
        method: 'POST',
        body,
        headers: { Origin: product.url, Cookie: editor.cookie, 'Content-Type': type },
        redirect: 'manual',
      });
    expect((await post('a&'.repeat(4 * MIB), 'application/x-www-form-urlencoded')).status).toBe(413);
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const before = cpuSeconds(product.pid);
    expect((await post(`${part.repeat(400_000)}--x--\r\n`, 'multipart/form-data; boundary=x')).status).toBe(400);
    expect(cpuSeconds(product.pid) - before).toBeLessThan(1.5);
    expect((await upload({ description: 'x'.repeat(100_000), file: fileOf(pdf()) })).status).toBe(413);
    await expectNothing();
  });

  it.each([
    ['no title', { title: '', file: fileOf(pdf()) }],
    ['a blank title', { title: '   ', file: fileOf(pdf()) }],
    ['no title field', { title: undefined, file: fileOf(pdf()) }],
    ['no file', {}],
    ['the empty file of a browser', { file: new File([], '', { type: 'application/octet-stream' }) }],
    ['a text instead of a file', { file: '%PDF-1.7' }],
  ])('with %s it is answered 400, values kept', async (_, fields) => {
    const answer = await upload({ description: 'Still here', displayOrder: '12', ...fields });
    expect(answer.status).toBe(400);
    const page = await pageOf(answer);
    for (const text of [
      'Missing information',
      'Please provide a title and select a PDF file',
      'Still here',
      'value="12"',
    ])
      expect(page).toContain(text);
    expect(page).toMatch(/<title>Error: Upload Document/);
    await expectNothing();
  });

  const declared = ['', 'text/html', 'text/plain', 'application/x-pdf', 'application/octet-stream', 'image/png'].concat(
    ['application/zip', 'application/pdfx', 'image/svg+xml', 'application/javascript', 'multipart/form-data'],
  );
  const beginnings = ['', '<html>', '%PD', '%PDF', '%pdf-1.7'].concat(
    ['PK\x03\x04', 'MZ', '\x7fELF', '{\\rtf1', '%!PS-Adobe', '<?xml version="1.0"?>', '<svg onload="x">', '#!/bin/sh'],
    ['%PDF 1.7', '% PDF-', 'PDF-1.7', '\xff\xd8\xff'],
  );
  it.each([
    ...declared.map((type) => [`declared as ${JSON.stringify(type)}`, fileOf(pdf(), 'plan.pdf', type)] as const),
    ...beginnings.map((text) => [`that begins ${JSON.stringify(text)}`, fileOf(Buffer.from(text))] as const),
  ])('a file %s is refused', async (_, file) => {
    const answer = await upload({ file });
    expect(answer.status).toBe(400);
    const page = await pageOf(answer);
    expect(page).toContain('Invalid file');
    expect(page).toContain('Please select a PDF file');
    await expectNothing();
  });

  it.each([
    ['abc', 0],
    ['', 0],
    ['12abc', 0],
    ['-3', -3],
    ['2.9', 2],
    ['1e99', 2_147_483_647],
    ['NaN', 0],
    ['Infinity', 0],
  ])('the order %j is kept as %i', async (displayOrder, order) => {
    expect((await upload({ displayOrder, file: fileOf(pdf()) })).status).toBe(303);
    expect(await rows()).toMatchObject([{ display_order: order }]);
  });

  it('a document without a number comes after all others, and what is no number stays 0', async () => {
    for (const [title, displayOrder] of [
      ['Fourth', '4'],
      ['After', ''],
      ['Last', ' '],
      ['First', 'abc'],
    ] as const)
      expect((await upload({ title, displayOrder, file: fileOf(pdf()) })).status).toBe(303);
    expect((await rows()).map(({ title }) => title)).toEqual(['First', 'Fourth', 'After', 'Last']);
    await sql('update pdf_documents set display_order = 2147483647');
    expect((await upload({ title: 'At the end', displayOrder: '', file: fileOf(pdf()) })).status).toBe(303);
    expect((await rows()).at(-1)).toMatchObject({ title: 'At the end', display_order: 2147483647 });
  });

  it('a row that the database refuses leaves no file, and the form is shown again with 503', async () => {
    await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
      create trigger refuse before insert or update or delete on pdf_documents for each row execute function refuse()`);
    try {
      const answer = await upload({ description: 'Still here', file: fileOf(pdf()) });
      expect(answer.status).toBe(503);
      const page = await pageOf(answer);
      expect(page).toContain('Failed to upload document');
      expect(page).toContain('Still here');
      await expectNothing();
    } finally {
      await sql('drop function refuse cascade');
    }
  });

  it('an edit changes the texts and the order, never the file', async () => {
    await upload({ file: fileOf(pdf()) });
    const [before] = await rows();
    const form = formOf({
      title: 'New title',
      description: '',
      displayOrder: '3',
      version: '1',
      file_path: 'x',
      id: '9',
    });
    form.append('file', fileOf(pdf(), 'other.pdf'));
    const answer = await editor.post(editDocument(before!.id), form);
    expect(answer.status).toBe(303);
    const changed = { title: 'New title', description: null, display_order: 3, version: 2 };
    expect(await rows()).toEqual([{ ...before, ...changed }]);
    expect(await keysOf(store)).toEqual([before!.file_path]);
    expect(await pageOf(await fetch(product.url + paths.about))).toContain('New title');
  });

  it('an edit without a title is answered 400', async () => {
    await upload({ file: fileOf(pdf()) });
    const [before] = await rows();
    const answer = await editor.post(editDocument(before!.id), new URLSearchParams({ title: ' ', version: '1' }));
    expect(answer.status).toBe(400);
    const page = await pageOf(answer);
    expect(page).toContain('Missing information');
    expect(page).toContain('Please provide a title');
    expect(await rows()).toEqual([before]);
  });

  it('of two edits of one state the second is answered 409 with both versions, and may then be saved', async () => {
    await upload({ file: fileOf(pdf()) });
    const [{ id }] = (await rows()) as [{ id: number }];
    const save = (title: string, version?: string) =>
      editor.post(editDocument(id), new URLSearchParams({ title, ...(version ? { version } : {}) }));
    expect((await save('Theirs', '1')).status).toBe(303);
    for (const version of ['1', undefined, 'x', '-1']) {
      const answer = await save('Mine', version);
      expect(answer.status).toBe(409);
      const page = await pageOf(answer);
      for (const text of ['Theirs', 'value="Mine"', 'name="version" value="2"']) expect(page).toContain(text);
    }
    expect(await rows()).toMatchObject([{ title: 'Theirs', version: 2 }]);
    expect((await save('Mine', '2')).status).toBe(303);
    expect(await rows()).toMatchObject([{ title: 'Mine', version: 3 }]);
  });

  it('an edit sent twice is saved once', async () => {
    await upload({ file: fileOf(pdf()) });
    const [{ id }] = (await rows()) as [{ id: number }];
    const form = () => new URLSearchParams({ title: 'Mine', version: '1' });
    for (let press = 0; press < 2; press++) expect((await editor.post(editDocument(id), form())).status).toBe(303);
    expect(await rows()).toMatchObject([{ title: 'Mine', version: 2 }]);
  });

  it('of an edit and a deletion of one state the second is answered 409, and may then delete', async () => {
    await upload({ file: fileOf(pdf()) });
    const [{ id }] = (await rows()) as [{ id: number }];
    expect(await pageOf(await editor.get(deleteDocument(id)))).toContain('name="version" value="1"');
    const theirs = new URLSearchParams({ title: 'Theirs', version: '1' });
    expect((await editor.post(editDocument(id), theirs)).status).toBe(303);
    const answer = await editor.post(deleteDocument(id), new URLSearchParams({ version: '1' }));
    expect(answer.status).toBe(409);
    const page = await pageOf(answer);
    for (const text of ['Changed by someone else', 'delete "Theirs"?', 'name="version" value="2"'])
      expect(page).toContain(text);
    expect(await rows()).toMatchObject([{ title: 'Theirs', version: 2 }]);
    expect(await keysOf(store)).toHaveLength(1);
    expect((await editor.post(deleteDocument(id), new URLSearchParams({ version: '2' }))).status).toBe(303);
    expect(await rows()).toEqual([]);
  });

  it('a deleted document is withdrawn, and after 30 days in the trash gone with its file', async () => {
    await upload({ file: fileOf(pdf()) });
    const [{ id, file_path }] = (await rows()) as [{ id: number; file_path: string }];
    const page = await pageOf(await editor.get(deleteDocument(id)));
    expect(page).toContain('Are you sure you want to delete "Lift plan"?');
    expect((await editor.post(deleteDocument(id), new URLSearchParams())).status).toBe(303);
    const address = product.url + paths.document(file_path);
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(address, { method });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store']);
      const words = 'This document has been withdrawn and is no longer available.\n';
      expect(await answer.text()).toBe(method === 'HEAD' ? '' : words);
    }
    expect((await editor.post(deleteDocument(id), new URLSearchParams())).status).toBe(404);
    await sweepAll();
    expect(await keysOf(store)).toEqual([file_path]);
    await sql("update trash set deleted_at = now() - interval '30 days 1 minute'");
    await sweepAll();
    await expectNothing();
    await expect.poll(async () => (await fetch(address)).status).toBe(404);
  });

  it('a document that is restored has its address again, by undoing the deletion or out of the trash', async () => {
    const bytes = pdf();
    await upload({ file: fileOf(bytes) });
    const [before] = (await rows()) as [{ id: number; file_path: string; version: number }];
    const address = product.url + paths.document(before.file_path);
    const history = paths.admin.history('documents', before.id);
    const ways = [
      (revision: number) => editor.post(paths.admin.undo, new URLSearchParams({ revision: String(revision) })),
      (revision: number) => editor.post(history, new URLSearchParams({ revision: String(revision) })),
    ];
    for (const [n, restore] of ways.entries()) {
      expect((await editor.post(deleteDocument(before.id), new URLSearchParams())).status).toBe(303);
      expect((await fetch(address)).status).toBe(410);
      const [trashed] = await sql<{ revision_id: number }>('select revision_id from trash where item_id = $1', [
        before.id,
      ]);
      expect((await restore(trashed!.revision_id)).status).toBe(303);
      const answer = await fetch(address);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
      expect(await rows()).toEqual([{ ...before, submission_key: null, version: before.version + n + 1 }]);
    }
    expect((await fetch(`${address}/more`)).status).toBe(404);
  });

  it.each(['0', '-1', 'x', '1.5', '99999999999', '2147483647'])('the id %s is answered 404', async (id) => {
    for (const address of [`/admin/documents/${id}/edit`, `/admin/documents/${id}/delete`]) {
      expect((await editor.get(address)).status).toBe(404);
      expect((await editor.post(address, new URLSearchParams({ title: 'T', version: '1' }))).status).toBe(404);
    }
  });

  it('a viewer changes nothing', async () => {
    await upload({ file: fileOf(pdf()) });
    const before = await rows();
    const viewer = await visitAs(product, sql, 'viewer');
    const { id } = before[0]!;
    for (const address of [newDocument, editDocument(id), deleteDocument(id)]) {
      const form = formOf({ version: '1', file: address === newDocument ? fileOf(pdf()) : undefined });
      const answer = await viewer.post(address, form);
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe(paths.admin.dashboard);
      expect(await viewer.post(`${address}.data`, form)).toMatchObject({ status: 202 });
    }
    expect(await rows()).toEqual(before);
    expect(await keysOf(store)).toHaveLength(1);
  });

  it('the sweep removes what no document owns after an hour, from several processes at once, and nothing else', async () => {
    await upload({ file: fileOf(pdf()) });
    const [{ file_path }] = (await rows()) as [{ file_path: string }];
    const orphans = Array.from({ length: 250 }, (_, index) => `${1_700_000_000_000 + index}-orphan.pdf`);
    await Promise.all([...orphans, 'notes-of-others.pdf'].map((key) => store.put(key, pdf())));
    const sweep = (now?: number) => sweepOrphans(forkEntityManager(app), store, [documentFiles], now);
    expect(await sweep()).toBe(0); // they may belong to uploads that are just going on
    const later = Date.now() + 3_601_000;
    await Promise.all([sweep(later), sweep(later), sweep(later)]);
    expect(await keysOf(store)).toEqual([file_path, 'notes-of-others.pdf']);
    await store.remove('notes-of-others.pdf');
  });
});

it('16 uploads of 24 MiB at once let the process grow by less than 120 MiB, and leave nothing on their way', async () => {
  const { url: DATABASE_URL, sql } = await testDatabase();
  const site = await startProduct({ DATABASE_URL, TRUST_PROXY: '1' });
  try {
    const memory = () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${site.pid}/status`, 'utf8'))![1]) / 1024;
    const editor = await visitAs(site, sql, 'editor');
    const file = pdf(24 * MIB);
    const send = (n: number) =>
      editor.ask(paths.admin.newDocument, {
        method: 'POST',
        body: formOf({ title: `No. ${n}`, file: fileOf(file, `${n}.pdf`) }),
        headers: { 'X-Forwarded-For': `10.2.${n % 4}.1` },
      });
    await send(0); // what is loaded with the first one is no growth
    const before = memory();
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, memory())), 20);
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => send(n + 1)));
    clearInterval(watch);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await sql("select 1 from pdf_documents where title like 'No.%'")).toHaveLength(17);
    console.info(`uploads of staff: grow by ${(most - before).toFixed(0)} MiB`);
    expect(most - before).toBeLessThan(120);
    expect(fs.readdirSync(path.join(site.dataDir, 'incoming'))).toEqual([]);
  } finally {
    await site.stop();
  }
});
