import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { commandFile } from '../../scripts/bootstrap.mjs';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { forTest } from '../support/for-test.ts';
import { midBackup } from '../support/mid-backup.ts';
import { readHtml } from '../support/expect-page.ts';
import { measureGrowth } from '../support/process.ts';
import { newDataDir, type Product } from '../support/product.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { run } from '../support/run-command.ts';
import { testFolder } from '../support/test-folder.ts';
import { cloneDatabase, type TestDatabase } from '../support/test-postgres.ts';
import { send, visitAs } from '../support/visitor.ts';
import { startBehindProxy } from './scene.ts';
import { hashOf } from './sent-files.ts';

// Backups with a full disk, a killed process, or much data.
const MESSAGES = Number(process.env.BACKUP_MESSAGES ?? 50_000);
const DOCUMENTS = Number(process.env.BACKUP_DOCUMENTS ?? 8); // of 25 MiB each
const MIB = 2 ** 20;
const elsewhere = testFolder();

async function scene(size?: string) {
  const dataDir = newDataDir();
  forTest({ stop: () => removeFolder(dataDir) });
  const isMounted = size && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', dataDir]).status === 0;
  if (isMounted) forTest({ stop: () => spawnSync('umount', [dataDir]) });
  const database: TestDatabase = await cloneDatabase(inject('postgres'));
  forTest({ stop: () => database.drop() });
  const { sql, connection } = database;
  const network = forTest(await startFaultProxy(`${connection.host}/.s.PGSQL.${connection.port}`)); // between backups and database
  const env = {
    DATABASE_URL: database.url,
    DATABASE_DIRECT_URL: `postgres://${connection.user}@127.0.0.1:${network.port}/${connection.database}`,
    DATA_DIR: dataDir,
  };
  let product: Product | undefined;
  const start = async () => (product = forTest(await startBehindProxy(env)));
  await start();
  const admin = async () => visitAs(product!, sql, 'admin');
  const folder = path.join(dataDir, 'backups');
  return {
    ...{ database, network, folder, sql, isMounted, start, admin },
    product: () => product!,
    documents: path.join(dataDir, 'documents'),
    async begin() {
      expect((await send((await admin()).ask, paths.admin.backups)).status).toBe(303);
    },
    becomes: (state: string) =>
      expect
        .poll(async () => (await sql('select state from backups order by created_at desc limit 1'))[0]?.state, {
          timeout: 600_000,
          interval: 50,
        })
        .toBe(state),
    hashes: () => fs.readdirSync(folder).map((name) => [name, hashOf(fs.readFileSync(path.join(folder, name)))]),
    /** Each can be restored, elsewhere. */
    async restoreEach() {
      const into = await cloneDatabase(inject('postgres'));
      forTest({ stop: () => into.drop() });
      for (const name of fs.readdirSync(folder)) {
        const command = [commandFile('scripts/restore.ts'), path.join(folder, name), '--overwrite'];
        const { code, output } = await run(process.execPath, command, { DATABASE_URL: into.url, DATA_DIR: elsewhere });
        expect([code, output]).toEqual([0, expect.stringContaining('Restored the database')]);
      }
    },
    mails: async () => (await sql<{ subject: string }>('select subject from office_mails')).map((mail) => mail.subject),
  };
}
const fileOf25 = (folder: string, n: number) =>
  fs.writeFileSync(path.join(folder, `170000000000${n}-large.pdf`), randomBytes(25 * MIB));

it('disk full: earlier backups stay whole, no half of one is left, and the failure is reported', async ({ skip }) => {
  const { isMounted, documents, begin, becomes, hashes, mails, admin, restoreEach } = await scene('40m');
  if (!isMounted) skip('a tmpfs cannot be mounted here');
  await begin();
  await becomes('done');
  const before = hashes();
  fs.writeFileSync(path.join(documents, '1700000000000-large.pdf'), randomBytes(20 * MIB)); // leaves no room for another
  await begin();
  await becomes('failed');
  expect(hashes()).toEqual(before);
  expect(await mails()).toEqual([expect.stringMatching(/^The backup of .* failed$/)]);
  const page = await readHtml(await (await admin()).get(paths.admin.dashboard));
  expect(page).toContain('failed: there is no room left on the disk');
  await restoreEach();
});

it('kill -9 during a backup: earlier ones stay whole, the failure is reported, and the next one succeeds', async () => {
  const { documents, folder, sql, start, begin, becomes, hashes, mails, product, restoreEach } = await scene();
  await begin();
  await becomes('done');
  const before = hashes();
  for (let n = 0; n < 5; n++) fileOf25(documents, n); // takes more than 7 s
  await begin();
  await becomes('running');
  const half = () => fs.readdirSync(folder).find((name) => name.startsWith('.partial-'));
  await expect
    .poll(() => half() && fs.statSync(path.join(folder, half()!)).size, { timeout: 30_000 })
    .toBeGreaterThan(MIB);
  await product().stop('SIGKILL');
  expect(hashes()).toEqual(expect.arrayContaining(before));
  expect(half()).toBeTruthy();
  await start();
  await becomes('failed'); // after the minute of its lease
  expect(await mails()).toEqual([expect.stringMatching(/^The backup of .* failed$/)]);
  expect(await sql("select reason from backups where state = 'failed'")).toEqual([{ reason: 'it was broken off' }]);
  await begin();
  await becomes('done');
  expect(half()).toBeUndefined();
  await expect.poll(hashes).toHaveLength(2); // all backups of the last day stay
  await restoreEach();
}, 300_000);

it('a stop in the middle, while the database is silent, leaves a backup to the next process', async () => {
  const { database, network, folder, start, begin, becomes, mails, product } = await scene();
  await midBackup(database, begin, network.forget);
  expect(await product().stop()).toBe(0);
  expect(fs.readdirSync(folder)).toEqual([]);
  await becomes('waiting');
  await start();
  await becomes('done');
  expect(await mails()).toEqual([]);
}, 300_000);

it(`${MESSAGES} messages and ${DOCUMENTS * 25} MiB let the process grow by less than 96 MiB, and slow a page by less than a fifth`, async () => {
  const { documents, sql, begin, becomes, product } = await scene();
  await sql(
    `insert into messages (name, email, subject, message)
     select 'Ann ' || i, 'a' || i || '@example.com', 'Lift ' || i, repeat(md5(i::text) || ' ', 20) from generate_series(1, $1::int) i`,
    [MESSAGES],
  );
  for (let n = 0; n < DOCUMENTS; n++) fileOf25(documents, n);
  /** The median of the milliseconds until a visitor has a page. */
  async function viewed(goesOn: (views: number) => boolean): Promise<number> {
    const took: number[] = [];
    while (goesOn(took.length)) {
      const start = performance.now();
      await (await fetch(product().url + paths.contactForm)).text();
      took.push(performance.now() - start);
      await sleep(10);
    }
    return took.sort((a, b) => a - b)[took.length >> 1]!;
  }
  const isFew = (views: number) => views < 600;
  await viewed(isFew); // grows the heap first
  const before = await viewed(isFew);
  let during = NaN;
  const grown = await measureGrowth(product().pid, async () => {
    await begin();
    await becomes('running');
    let isDone = false;
    [during] = await Promise.all([viewed(() => !isDone), becomes('done').finally(() => (isDone = true))]);
  });
  console.log(
    `The process grew by ${grown.toFixed()} MiB; a page took ${before.toFixed(1)} ms, then ${during.toFixed(1)}`,
  );
  expect(grown).toBeLessThan(96);
  expect(during).toBeLessThan(before * 1.2);
}, 1_200_000);
