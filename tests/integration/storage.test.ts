import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import { StoreUnavailableError, type DocumentStore } from '#app/storage/document-store.ts';
import { s3Store, type S3Settings } from '#app/storage/s3-store.server.ts';
import { documentStore } from '#app/storage/store.server.ts';
import { forFile } from '../support/for-test.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { keysOf } from '../support/stores.ts';
import { s3Env, startS3Server, startSilentServer } from '../support/s3-server.ts';
import { testFolder } from '../support/test-folder.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const content = async (store: DocumentStore, key: string, range?: { start: number; end: number }) => {
  const found = await store.get(key, range);
  return found && { text: (await buffer(found.stream)).toString(), size: found.size };
};
const folder = testFolder();
const s3 = forFile(await startS3Server());

const hostile = ['', '.', '..', '../a.pdf', 'a/b.pdf', 'a\\b.pdf', '/etc/passwd', '.hidden', '.partial-1', 'a\0b.pdf'];
hostile.push('a\r\nb.pdf', 'a b.pdf', 'naïve.pdf', '\u202Efdp.exe', 'a'.repeat(300), '%2e%2e%2fa.pdf', '-a.pdf');

describe.each([
  { kind: 'disk', open: () => diskStore(path.join(folder, 'documents')) },
  { kind: 's3', open: () => s3Store(s3.settings) },
])('a document store on $kind', ({ kind, open }) => {
  afterEach(() => (kind === 's3' ? s3.empty() : removeFolder(path.join(folder, 'documents'))));

  it('gives back the bytes that were put, with their size', async () => {
    const store = open();
    const all = new Uint8Array(3_000_000).map((_, index) => index * 31);
    await store.put('1-a.pdf', all);
    const found = await store.get('1-a.pdf');
    expect(found!.size).toBe(all.length);
    expect(Buffer.compare(await buffer(found!.stream), all)).toBe(0);
    expect(await store.has('1-a.pdf')).toBe(true);
    const [listed] = await Array.fromAsync(store.list());
    expect(listed).toMatchObject({ key: '1-a.pdf', size: all.length });
    expect(Math.abs(Date.now() - listed!.modifiedAt.getTime())).toBeLessThan(60_000);
  });

  it('takes a file whole, or not at all', async () => {
    const store = open();
    const file = path.join(folder, 'given.pdf');
    fs.writeFileSync(file, '%PDF-1.7');
    await store.putFile('1-a.pdf', file, 8);
    expect(await content(store, '1-a.pdf')).toEqual({ text: '%PDF-1.7', size: 8 });
    await expect(store.putFile('2-b.pdf', file, 9)).rejects.toThrow('8 of 9 bytes');
    expect(await store.has('2-b.pdf')).toBe(false);
  });

  it('gives parts', async () => {
    const store = open();
    await store.put('1-a.pdf', bytes('0123456789'));
    expect(await content(store, '1-a.pdf', { start: 2, end: 4 })).toEqual({ text: '234', size: 10 });
    expect(await content(store, '1-a.pdf', { start: 8, end: 99 })).toEqual({ text: '89', size: 10 });
  });

  it('has the last file put under a key, and none where none was put or it was removed', async () => {
    const store = open();
    await store.put('1-a.pdf', bytes('old and long'));
    await store.put('1-a.pdf', bytes('new'));
    await store.put('2-b.pdf', bytes('b'));
    expect(await content(store, '1-a.pdf')).toMatchObject({ text: 'new', size: 3 });
    expect(await keysOf(store)).toEqual(['1-a.pdf', '2-b.pdf']);
    for (let times = 0; times < 2; times++) await store.remove('1-a.pdf'); // the second removal is no error
    for (const key of ['1-a.pdf', '3-c.pdf']) {
      expect(await store.get(key)).toBeNull();
      expect(await store.get(key, { start: 0, end: 1 })).toBeNull();
      expect(await store.has(key)).toBe(false);
    }
    expect(await keysOf(store)).toEqual(['2-b.pdf']);
    await expect(store.check()).resolves.toBeUndefined();
  });

  it('refuses hostile keys and finds nothing under them', async () => {
    const store = open();
    await store.put('1-a.pdf', bytes('a'));
    for (const key of hostile) {
      await expect(store.put(key, bytes('x')), JSON.stringify(key)).rejects.toThrow('not a key');
      expect(await store.get(key)).toBeNull();
      expect(await store.has(key)).toBe(false);
      await store.remove(key);
    }
    expect(await keysOf(store)).toEqual(['1-a.pdf']);
  });
});

const calls: [string, (store: DocumentStore) => Promise<unknown>][] = [
  ['put', (store) => store.put('1-a.pdf', bytes('%PDF-'))],
  ['get', (store) => store.get('1-a.pdf')],
  ['has', (store) => store.has('1-a.pdf')],
  ['remove', (store) => store.remove('1-a.pdf')],
  ['list', (store) => keysOf(store)],
  ['check', (store) => store.check()],
];

describe('a folder for documents', () => {
  it('lists nothing before anything was put', async () =>
    expect(await keysOf(diskStore(path.join(folder, 'new')))).toEqual([]));

  it('keeps files that no other account of the machine can read', async () => {
    await diskStore(path.join(folder, 'own')).put('enquiry-1', bytes('a drawing'));
    expect(fs.statSync(path.join(folder, 'own', 'enquiry-1')).mode & 0o077).toBe(0);
  });

  it('that cannot be a folder is an unavailable store', async () => {
    fs.writeFileSync(path.join(folder, 'file'), '');
    const store = diskStore(path.join(folder, 'file'));
    for (const [name, call] of calls) await expect(call(store), name).rejects.toThrow(StoreUnavailableError);
  });

  it('keeps the old document and no partial file when the disk is full', async () => {
    const full = path.join(folder, 'full');
    await diskStore(full).put('1-a.pdf', bytes('old'));
    const script = `
      import { diskStore } from '#app/storage/disk-store.server.ts';
      const outcome = await diskStore(process.argv[1]).put('1-a.pdf', new Uint8Array(1_000_000)).catch((error) => error);
      console.log(outcome?.name, outcome?.message);
    `;
    // A process with a limit of 64 blocks per file sees a full disk.
    const limited = `ulimit -f 64; exec "${process.execPath}" --input-type=module -e "$0" "$1"`;
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, script, full]);
    expect(stdout).toContain('StoreUnavailableError put: the folder for documents gave EFBIG');
    expect(fs.readdirSync(full)).toEqual(['1-a.pdf']);
    expect(await content(diskStore(full), '1-a.pdf')).toMatchObject({ text: 'old' });
  });

  it('does not show a half-written file of a killed process, and removes it after an hour', async () => {
    const left = path.join(folder, 'left');
    const store = diskStore(left);
    await store.put('1-a.pdf', bytes('a'));
    for (const name of ['.partial-old', '.partial-new']) fs.writeFileSync(path.join(left, name), 'half');
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    fs.utimesSync(path.join(left, '.partial-old'), longAgo, longAgo);
    expect(await keysOf(store)).toEqual(['1-a.pdf']);
    expect(fs.readdirSync(left).sort()).toEqual(['.partial-new', '1-a.pdf']);
  });
});

describe('an S3 store', () => {
  const at = (port: number): S3Settings => ({ ...s3.settings, endpoint: `http://127.0.0.1:${port}` });

  it('lists more than one page', async () => {
    const store = s3Store(s3.settings);
    const names = Array.from({ length: 1005 }, (_, index) => `${index}-a.pdf`);
    for (const name of names) await store.put(name, bytes('a')); // in turn, because all at once would wait for connections
    expect(await keysOf(store)).toEqual(names.sort());
    s3.empty();
  });

  it('that refuses connections is unavailable', async () => {
    const gone = await startSilentServer();
    await gone.stop();
    for (const [name, call] of calls)
      await expect(call(s3Store(at(gone.port))), name).rejects.toThrow(StoreUnavailableError);
  });

  it('whose bucket does not exist is unavailable', async () => {
    const store = s3Store({ ...s3.settings, bucket: 'nowhere' });
    await expect(store.put('1-a.pdf', bytes('a'))).rejects.toThrow(StoreUnavailableError);
    await expect(store.get('1-a.pdf')).rejects.toThrow(StoreUnavailableError);
    await expect(store.check()).rejects.toThrow(StoreUnavailableError);
  });
});

it('the document store of an environment is a folder below DATA_DIR unless a bucket is named', async () => {
  await documentStore(readEnv({ DATA_DIR: folder })).put('1-env.pdf', bytes('a'));
  expect(fs.existsSync(path.join(folder, 'documents', '1-env.pdf'))).toBe(true);

  const { settings } = s3;
  await documentStore(readEnv({ DATA_DIR: folder, ...s3Env(settings) })).put('2-env.pdf', bytes('b'));
  expect(await keysOf(s3Store(settings))).toEqual(['2-env.pdf']);
});
