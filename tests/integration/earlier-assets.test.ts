import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { archiveAssets } from '#app/http/earlier-assets.server.ts';
import { readEnv } from '#app/env.server.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { rawRequest } from '../support/raw-request.ts';
import { testFolder } from '../support/test-folder.ts';

const { url: DATABASE_URL } = await testDatabase();
const DATA_DIR = testFolder();
const assets = path.join(DATA_DIR, 'assets');
const built = fs.readdirSync('build/client/assets');
const SCRIPT = 'export const earlier = "a release before this one";\n';

/** Puts a file where an earlier release left its own. */
function left(name: string, content: string | Buffer = SCRIPT, daysAgo = 0): void {
  const file = path.join(assets, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, content);
  const then = new Date(Date.now() - daysAgo * 86_400_000);
  fs.utimesSync(file, then, then);
}
left('earlier-1a2b3c4d.js');
left('earlier-1a2b3c4d.js.br', brotliCompressSync(SCRIPT));
left('earlier-1a2b3c4d.js.gz', gzipSync(SCRIPT));
left('29-days.js', SCRIPT, 29);
left('31-days.js', SCRIPT, 31);
left('.hidden.js');
left('folder/inside.txt', '', 31);
left(built[0]!, fs.readFileSync(`build/client/assets/${built[0]}`), 31);
fs.writeFileSync(path.join(DATA_DIR, 'secret.js'), 'nobody else’s');
const site = forFile(await startApp({ DATABASE_URL, DATA_DIR }));
const get = (address: string, headers: Record<string, string> = {}) => rawRequest(site.url, address, { headers });
const status = async (address: string) => (await get(address)).status;

it('a page of an earlier release gets its scripts, with all that belongs to a file', async () => {
  const address = '/assets/earlier-1a2b3c4d.js';
  const file = await get(address);
  expect([file.status, file.text]).toEqual([200, SCRIPT]);
  expect(file.headers).toMatchObject({
    'content-type': 'text/javascript;charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  expect((await get(address, { 'If-None-Match': file.headers.etag! })).status).toBe(304);
  for (const encoding of ['br', 'gzip']) {
    const small = await get(`${address}?v=1`, { 'Accept-Encoding': encoding });
    expect([small.headers['content-encoding'], small.text]).toEqual([encoding, SCRIPT]);
  }
});

it('nothing else is served from there', async () => {
  const hidden = ['.hidden.js', '', 'folder', 'folder/', 'none.js'];
  for (const name of [...hidden, '../secret.js', '%2e%2e/secret.js', '..%2fsecret.js'])
    expect([name, await status(`/assets/${name}`)]).not.toEqual([name, 200]);
  expect(await status('/earlier-1a2b3c4d.js')).toBe(404);
});

it('each release keeps its scripts for the next one, and unused ones go after 30 days', async () => {
  await archiveAssets(readEnv({ DATA_DIR }));
  const expected = [...built, '.hidden.js', '29-days.js', 'folder'];
  expected.push(...['', '.br', '.gz'].map((variant) => `earlier-1a2b3c4d.js${variant}`));
  expect(fs.readdirSync(assets).sort()).toEqual(expected.sort());
  for (const name of built) {
    const isSame = fs.readFileSync(path.join(assets, name)).equals(fs.readFileSync(`build/client/assets/${name}`));
    expect([name, isSame]).toEqual([name, true]);
  }
  expect(fs.statSync(path.join(assets, built[0]!)).mtimeMs).toBeGreaterThan(Date.now() - 86_400_000); // fresh again
});

it('an unwritable folder is reported, and all else works', async () => {
  const other = testFolder();
  fs.writeFileSync(path.join(other, 'assets'), 'no folder');
  await expect(archiveAssets(readEnv({ DATA_DIR: other }))).rejects.toThrow('EEXIST');
  const without = forTest(await startApp({ DATABASE_URL, DATA_DIR: other }));
  const name = built.find((name) => name.endsWith('.js'))!;
  expect((await rawRequest(without.url, `/assets/${name}`)).status).toBe(200);
  expect((await rawRequest(without.url, '/assets/none.js')).status).toBe(404);
});
