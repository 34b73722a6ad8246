import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { pdf } from '../support/documents.ts';
import type { Product } from '../support/product.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { visitByPassword } from '../support/visitor.ts';
import { count, get, newEnquiry, send } from './load.ts';
import { isAlive, outboxOf, startBehindProxy } from './scene.ts';
import { upload } from './uploads.ts';

// Documents and mail are files, and the disk they are on has no room left.
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'site-faults-full-'));
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', dataDir]).status === 0;
let product: Product | undefined;
let database: TestDatabase | undefined;
afterAll(async () => {
  await product?.stop();
  await database?.drop();
  if (isMounted) spawnSync('umount', [dataDir]);
  removeFolder(dataDir);
});

it.skipIf(!isMounted)('disk full: an upload is refused whole, reading goes on, mail waits for room', async () => {
  database = await cloneDatabase(inject('postgres'));
  product = await startBehindProxy({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const { cookie } = await visitByPassword(product, database.sql, 'editor');
  const documents = path.join(dataDir, 'documents');
  const before = fs.readdirSync(documents).sort();

  const filler = path.join(dataDir, 'filler');
  fillUp(filler);
  const refused = await upload(product.url, cookie, 'No room', pdf(1_000_000));
  const enquiry = newEnquiry();
  const taken = await send(product.url, enquiry);
  const [row] = await database.sql<{ file_path: string }>('select file_path from pdf_documents limit 1');
  const read = await get(`${product.url}/documents/${row!.file_path}`);
  const page = await get(product.url);
  const state = async () =>
    (await database!.sql<{ state: string; reason: string }>('select state, reason from notifications'))[0];
  await expect.poll(async () => (await state())?.reason, { timeout: 5000 }).toContain('ENOSPC');
  expect(fs.readdirSync(documents).sort()).toEqual(before); // no partial file either

  fs.rmSync(filler);
  const after = await upload(product.url, cookie, 'Room again', pdf(1_000_000));
  await expect.poll(async () => (await state())?.state, { timeout: 30_000 }).toBe('sent');
  const counted = await count(database.sql, taken.status === 303 ? [enquiry] : [], () => outboxOf(dataDir));
  expect(counted).toMatchObject({ acknowledged: 1, stored: 1, notified: 1, lost: 0, doubled: 0, duplicated: 0 });
  expect(refused.status).toBe(503);
  expect(refused.body).toContain('Failed to upload document');
  expect([taken.status, read.status, page.status, after.status]).toEqual([303, 200, 200, 303]);
  expect(await database.sql(`select 1 from pdf_documents where title = 'No room'`)).toEqual([]);
  expect(isAlive(product.pid)).toBe(true);
});

function fillUp(file: string): void {
  const handle = fs.openSync(file, 'w');
  try {
    for (let size = 65_536; size >= 1; size /= 16) {
      try {
        for (;;) fs.writeSync(handle, Buffer.alloc(size));
      } catch {
        // a smaller piece may still fit
      }
    }
  } finally {
    fs.closeSync(handle);
  }
}
