import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { get, newEnquiry, send, type Enquiry } from '../faults/load.ts';
import { startBehindProxy } from '../faults/scene.ts';
import type { Product } from '../support/product.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { testFolder } from '../support/test-folder.ts';
import { startCopy, startPostgres, type Postgres } from './debian-postgres.ts';

// Recovers the state before a deletion by PostgreSQL's own means, as in docs/operations.md.
const archive = `mkdir -p ../archive && test ! -f ../archive/%f && cp %p ../archive/%f`;
const dataDirs = testFolder();
const primary = await startPostgres({ archive_mode: 'on', archive_command: archive });
afterAll(() => primary.remove());
const product = forFile(await startOn(primary, 'first'));

it('everything up to the recorded moment is in a second directory, and nothing after it', async () => {
  const before = await enquire(5);
  const backup = await primary.backUp();
  const sinceBackup = await enquire(5);
  const document = await primary.sql.value<string>('select file_path from pdf_documents order by id limit 1');
  const services = await primary.sql.value('select count(*)::int from services');
  const noted = await primary.sql.value<string>('select clock_timestamp()::text');

  // Then somebody deletes data while visitors continue.
  await primary.sql(`delete from messages where subject = any($1)`, [before.map(({ subject }) => subject)]);
  await primary.sql('delete from services');
  const after = await enquire(3);
  const filter = (file: string) => path.basename(file) !== 'assets'; // the process is writing them at this moment
  fs.cpSync(path.join(dataDirs, 'first'), path.join(dataDirs, 'second'), { recursive: true, filter });
  await waitForArchive(primary);

  fs.writeFileSync(path.join(backup, 'data', 'recovery.signal'), '');
  const recovered = await startCopy(backup, {
    restore_command: `cp ${primary.folder}/archive/%f %p`,
    recovery_target_time: noted,
    recovery_target_action: 'promote',
  });
  onTestFinished(() => recovered.remove());
  await expect.poll(() => recovered.sql.value('select pg_is_in_recovery()'), { timeout: 60_000 }).toBe(false);

  const site = forTest(await startOn(recovered, 'second'));
  const known = [...before, ...sinceBackup];
  expect(await subjectsIn(recovered)).toEqual(subjectsOf(known));
  expect(await recovered.sql.value('select count(*)::int from services')).toBe(services);
  // The data of each enquiry is recovered, too: its mail, and its place in the counts.
  expect(await recovered.sql.value('select count(*)::int from notifications')).toBe(known.length);
  expect((await get(`${site.url}/services`)).status).toBe(200);
  expect((await get(`${site.url}/documents/${document}`)).status).toBe(200);
  const next = newEnquiry();
  expect((await send(site.url, next)).status).toBe(303);
  expect(await subjectsIn(recovered)).toEqual(subjectsOf([...known, next]));
  // The source of the recovery has not changed.
  expect(await subjectsIn(primary)).toEqual(subjectsOf([...sinceBackup, ...after]));
});

function startOn(postgres: Postgres, name: string): Promise<Product> {
  const DATA_DIR = path.join(dataDirs, name);
  fs.mkdirSync(DATA_DIR, { recursive: true });
  return startBehindProxy({ DATABASE_URL: postgres.url, DATA_DIR });
}

async function enquire(count: number): Promise<Enquiry[]> {
  const enquiries = Array.from({ length: count }, newEnquiry);
  for (const enquiry of enquiries) expect((await send(product.url, enquiry)).status).toBe(303);
  return enquiries;
}

const subjectsOf = (enquiries: Enquiry[]) => enquiries.map(({ subject }) => subject).sort();

const subjectsIn = async ({ sql }: Postgres) =>
  (await sql<{ subject: string }>('select subject from messages')).map(({ subject }) => subject).sort();

/** Waits until everything committed so far is in the archive. */
async function waitForArchive({ sql, folder }: Postgres): Promise<void> {
  const [{ name }] = (await sql('select pg_walfile_name(pg_switch_wal()) as name')) as [{ name: string }];
  await expect.poll(() => fs.existsSync(path.join(folder, 'archive', name)), { timeout: 60_000 }).toBe(true);
}
