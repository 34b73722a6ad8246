import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectLed, expectPage } from '../support/expect-page.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { whileWritesFail } from '../support/database.ts';
import { fileOf, formOf, pdf } from '../support/documents.ts';
import { keysOf, testStores } from '../support/stores.ts';
import { forFile } from '../support/for-test.ts';
import { send as sendForm, visitAs } from '../support/visitor.ts';

const { url: DATABASE_URL, sql, places, sweepAll } = await testStores();
const { newDocument, editDocument, replaceFile, deleteDocument, documents, undo } = paths.admin;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const etagOf = (bytes: Uint8Array) => `"${sha256(bytes)}"`;
const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

type Row = Record<'id' | 'size_bytes' | 'version', number> &
  Record<'title' | 'file_path' | 'sha256', string> & { file_key: string | null };

describe.each(places)('a file that is replaced, on $kind', async ({ kind, site, env, store }) => {
  const second = forFile(await startApp({ DATABASE_URL, ...env })); // another process on the same database and store
  const editor = await visitAs(site, sql, 'editor');
  const first = pdf(100_000);
  let before: Row;
  let address: string;
  beforeEach(async () => {
    await sql('delete from pdf_documents; delete from revisions');
    for (const key of await keys()) await store.remove(key);
    expect((await editor.post(newDocument, form({ title: 'Insurance' }, first))).status).toBe(303);
    before = await row();
    address = paths.document(before.file_path);
  });

  const form = (fields: Record<string, string>, bytes?: Uint8Array, name = 'certificate.pdf') =>
    formOf({ ...fields, file: bytes && fileOf(bytes, name) });
  const row = () => sql.row<Row & Record<string, unknown>>('select * from pdf_documents');
  const send = (bytes: Uint8Array, version: number, name?: string) =>
    editor.post(replaceFile(before.id), form({ version: String(version) }, bytes, name));
  const replace = async (bytes: Uint8Array) => expect((await send(bytes, (await row()).version)).status).toBe(303);
  const keys = () => keysOf(store);
  const told = () => sql<{ id: number; act: string }>('select id, act from revisions order by id');
  const history = paths.admin.history;
  /** Expects the public address to give this file with its ETag and size. */
  const expectFile = async (bytes: Buffer, from = site) => {
    const answer = await fetch(from.url + address);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe(etagOf(bytes));
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    expect((await bodyOf(answer)).equals(bytes)).toBe(true);
  };

  it('has the same address, another ETag and size, and the former one comes back by Undo', async () => {
    await expectPage(editor.get(replaceFile(before.id)), 200, 'certificate.pdf, 98 KB, uploaded ');
    const next = pdf(230_000);
    const answer = await expectLed(send(next, before.version, 'Zertifikat 2027.pdf'), documents);
    const now = await row();
    const file_key = expect.stringMatching(/^\d{13}-Zertifikat-2027\.pdf$/) as string;
    const facts = { file_key, size_bytes: 230_000, sha256: sha256(next) };
    expect(now).toEqual({ ...before, ...facts, version: before.version + 1 });
    await expectFile(next);
    await expect.poll(async () => (await fetch(second.url + address)).headers.get('etag')).toBe(etagOf(next));
    await expectFile(next, second);
    expect((await fetch(site.url + address, { headers: { 'If-None-Match': etagOf(first) } })).status).toBe(200);
    expect((await fetch(site.url + address, { headers: { 'If-None-Match': etagOf(next) } })).status).toBe(304);
    expect(await keys()).toEqual([before.file_path, now.file_key].sort());
    const told = await sql.value('select what from activities order by id desc limit 1');
    expect(told).toBe('Changed the document “Insurance”');
    const words = ['File replaced successfully', 'File replaced: ', '225 KB'];
    const revision = /name="revision" value="(\d+)"/.exec(await expectPage(editor.after(answer), 200, ...words))![1]!;
    expect((await sendForm(editor.ask, undo, { revision })).status).toBe(303);
    expect(await row()).toMatchObject({ file_key: null, sha256: before.sha256 });
    await expectFile(first);
  });

  it('stays as long as the history or the trash may bring it back, and is swept after that', async () => {
    const sweep = () => sweepAll(store);
    await replace(pdf(100_000));
    const { file_key: former } = await row();
    await replace(pdf(100_000));
    const { file_key: present } = await row();
    await store.put('1700000000000-of-nothing.pdf', pdf(100_000));
    await sweep();
    const all = [before.file_path, former, present].sort();
    expect(await keys()).toEqual(all);

    // After 90 days the document has more than 100 later changes.
    await sql("update revisions set at = now() - interval '91 days'");
    await sweep();
    expect(await keys()).toEqual(all);
    await sql(
      `insert into revisions (noun, item_id, who, act, state)
       select noun, item_id, who, act, state from revisions cross join generate_series(1, 99)
       where id = (select max(id) from revisions)`,
    );
    await sweep();
    expect(await told()).toHaveLength(100);
    expect(await keys()).toEqual([before.file_path, present].sort()); // the first one is part of the address

    expect((await sendForm(editor.ask, deleteDocument(before.id))).status).toBe(303);
    await sweep();
    expect(await keys()).toEqual([before.file_path, present].sort());
    await expect.poll(async () => (await fetch(second.url + address)).status).toBe(410);
    await sql("update trash set deleted_at = now() - interval '30 days 1 minute'");
    await sweep();
    expect(await keys()).toEqual([]);
    expect([...(await told()), ...(await sql('select 1 from trash'))]).toEqual([]);
    for (const { url } of [site, second]) await expect.poll(async () => (await fetch(url + address)).status).toBe(404);
  });

  if (kind === 's3') return; // the rest does not depend on the store

  it('never mixes with the former one, for 20 readers of parts and whole files on two processes', async () => {
    const files = new Map([[etagOf(first), first]]);
    const seen = { whole: 0, part: 0, assembled: 0, begunAgain: 0 };
    let isOver = false;
    const ask = (from: RunningApp, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(from.url + address, { headers, method });
    /** Expects the bytes to belong to the file that the ETag names. */
    const judge = async (answer: Response) => {
      const etag = answer.headers.get('etag')!;
      const file = files.get(etag)!;
      expect([200, 206]).toContain(answer.status);
      const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
      if (size) expect(Number(size)).toBe(file.length);
      const bytes = await bodyOf(answer);
      expect(bytes.equals(size ? file.subarray(Number(start), Number(end) + 1) : file)).toBe(true);
      seen[size ? 'part' : 'whole']++;
      return { etag, bytes, size: Number(size ?? bytes.length) };
    };
    /** Loads a document in parts like a viewer, and starts again when it has changed. */
    const assemble = async (from: RunningApp) => {
      let { etag, bytes, size } = await judge(await ask(from, { Range: 'bytes=0-19999' }));
      while (bytes.length < size) {
        const answer = await ask(from, { Range: `bytes=${bytes.length}-${bytes.length + 29_999}`, 'If-Range': etag });
        const next = await judge(answer);
        if (answer.status === 200) seen.begunAgain++;
        else expect(next.etag).toBe(etag);
        bytes = answer.status === 200 ? next.bytes : Buffer.concat([bytes, next.bytes]);
        ({ etag, size } = next);
      }
      expect(etagOf(bytes)).toBe(etag);
      seen.assembled++;
    };
    const ways = [
      async (from: RunningApp) => void (await judge(await ask(from))),
      async (from: RunningApp) => {
        const start = Math.floor(Math.random() * 60_000);
        await judge(await ask(from, { Range: `bytes=${start}-${start + 5000}` }));
      },
      async (from: RunningApp) => {
        const answer = await ask(from, {}, 'HEAD');
        expect(answer.headers.get('content-length')).toBe(String(files.get(answer.headers.get('etag')!)!.length));
      },
      assemble,
      assemble,
    ];
    const reader = async (n: number) => {
      for (let turn = n; !isOver; turn++) await ways[turn % ways.length]!(n % 2 ? site : second);
    };
    // The other process learns of the new document a moment later.
    await expect.poll(async () => (await fetch(second.url + address)).status).toBe(200);
    const readers = Promise.all(Array.from({ length: 20 }, (_, n) => reader(n)));
    readers.catch(() => (isOver = true));
    try {
      for (let edition = 0; edition < 4 && !isOver; edition++) {
        const next = pdf(80_000 + Math.floor(Math.random() * 100_000));
        files.set(etagOf(next), next);
        await replace(next);
        const read = seen.assembled;
        await expect.poll(() => isOver || seen.assembled > read, { timeout: 20_000 }).toBe(true);
      }
    } finally {
      isOver = true;
      await readers;
    }
    expect(Math.min(seen.whole, seen.part, seen.assembled, seen.begunAgain)).toBeGreaterThan(0);
  }, 60_000);

  it('can be restored out of the history, the very first one too, though all may read alike', async () => {
    const [next, last] = [pdf(100_000), pdf(100_000)];
    await replace(next);
    await replace(last);
    const [added, changed] = await told();
    const restore = async (revision: number) => {
      // the current state has none
      await expectPage(editor.get(history('documents', before.id)), 200, `name="revision" value="${revision}"`);
      const fields = { revision: String(revision), version: String((await row()).version) };
      expect((await sendForm(editor.ask, history('documents', before.id), fields)).status).toBe(303);
    };
    await restore(added!.id);
    expect(await row()).toMatchObject({ file_key: null, sha256: sha256(first), size_bytes: first.length });
    await expectFile(first);
    await restore(changed!.id);
    expect(await row()).toMatchObject({ sha256: sha256(next), size_bytes: next.length });
    await expectFile(next);
    expect(await keys()).toHaveLength(3);
  });

  it('is one change if the same form is sent twice, one after the other or at once', async () => {
    const [next, last] = [pdf(100_000), pdf(100_000)];
    for (let press = 0; press < 2; press++) expect((await send(next, before.version)).status).toBe(303);
    expect(await row()).toMatchObject({ sha256: sha256(next), version: before.version + 1 });
    const { version } = await row();
    const presses = await Promise.all([send(last, version), send(last, version), send(last, version)]);
    expect(presses.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(await row()).toMatchObject({ sha256: sha256(last), version: version + 1 });
    expect((await told()).map(({ act }) => act)).toEqual(['added', 'changed', 'changed']);
    await sweepAll(store);
    expect(await keys()).toHaveLength(3);
  });

  it('on a state that somebody has changed since is answered 409 with theirs, and may then be saved', async () => {
    const edit = { title: 'Theirs', version: String(before.version) };
    expect((await sendForm(editor.ask, editDocument(before.id), edit)).status).toBe(303);
    const next = pdf(100_000);
    for (const version of [before.version, -1]) {
      const shown = ['Changed by someone else', 'Theirs', `name="version" value="${before.version + 1}"`];
      await expectPage(send(next, version), 409, ...shown);
    }
    expect(await keys()).toEqual([before.file_path]);
    await expectFile(first);
    expect((await send(next, before.version + 1)).status).toBe(303);
    expect(await row()).toMatchObject({ title: 'Theirs', sha256: sha256(next) });
    const theirs = await Promise.all([send(pdf(100_000), before.version + 2), send(pdf(100_000), before.version + 2)]);
    expect(theirs.map(({ status }) => status).sort()).toEqual([303, 409]); // two editors at once
    await sweepAll(store);
    expect(await keys()).toHaveLength(3);
  });

  it('is checked like an upload: what is refused leaves nothing, and the former one stays', async () => {
    const post = (sent: FormData, status: number, text: string) =>
      expectPage(editor.post(replaceFile(before.id), sent), status, text);
    const version = String(before.version);
    await post(form({ version }), 400, 'Please select a PDF file');
    await post(form({ version }, Buffer.from('<html>')), 400, 'This file is not a PDF');
    expect((await editor.post(replaceFile(before.id + 1), form({ version }, pdf(100_000)))).status).toBe(404);
    await whileWritesFail(sql, 'pdf_documents', () =>
      post(form({ version }, pdf(100_000)), 503, 'Failed to replace the file'),
    );
    expect(await row()).toEqual(before);
    await sweepAll(store);
    expect(await keys()).toEqual([before.file_path]);
    await expectFile(first);
  });
});
