import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { backupName, backupsToDrop } from '#app/admin/backups/backup-names.ts';
import { readBackupState } from '#app/admin/backups/backup-state.server.ts';
import * as queue from '#app/admin/backups/backup-queue.server.ts';
import { checkBackup, writeBackup } from '#app/admin/backups/write-backup.server.ts';
import { paths } from '#app/paths.ts';
import { findBackupPlace } from '#app/storage/backup-place.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { commandFile } from '../../scripts/bootstrap.mjs';
import { withFastPeriods, startApp } from '../support/app.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { fileOf, documentForm, pdf } from '../support/documents.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { midBackup } from '../support/mid-backup.ts';
import { readHtml } from '../support/expect-page.ts';
import { run } from '../support/run-command.ts';
import { s3Env, startS3Server } from '../support/s3-server.ts';
import { openTestApp } from '../support/test-app.ts';
import { testFolder } from '../support/test-folder.ts';
import { send, visitAs } from '../support/visitor.ts';

const { settings, backups, dashboard } = paths.admin;
const folder = testFolder();

const restore = (name: string, env: Record<string, string>) =>
  run(process.execPath, [commandFile('scripts/restore.ts'), name, '--overwrite'], env);

const into = await testDatabase();

/** Two processes on one database with one place for backups, behind a proxy that can fail. */
async function twoSites(kind: 'disk' | 's3') {
  const { sql, url: DATABASE_URL, connection } = await testDatabase();
  const s3 = forFile(await startS3Server());
  const network = forFile(await startFaultProxy(Number(new URL(s3.settings.endpoint!).port)));
  const DATA_DIR = path.join(folder, kind);
  const env = { DATA_DIR, ...(kind === 's3' ? s3Env(s3.settings, network.port) : {}) };
  const start = () => withFastPeriods(() => startApp({ ...env, DATABASE_URL }));
  const sites = [forFile(await start()), forFile(await start())];
  const place = findBackupPlace(await openTestApp(connection, env));
  const admin = await visitAs(sites[0]!, sql, 'admin');
  const kept = path.join(DATA_DIR, 'backups');
  const breakPlace = (isBroken: boolean) => {
    if (kind === 's3') return network.behave({ kind: isBroken ? 'refuses' : 'well' });
    if (!isBroken) fs.rmSync(kept);
    fs.renameSync(isBroken ? kept : `${kept}.away`, isBroken ? `${kept}.away` : kept);
    if (isBroken) fs.writeFileSync(kept, 'in the way');
  };
  return { kind, sql, env, sites, place, admin, breakPlace };
}

describe.each([await twoSites('disk'), await twoSites('s3')])(
  'backups by themselves, on $kind',
  ({ kind, sql, env, sites, place, admin, breakPlace }) => {
    const makeIt = (day: number, time: string) => {
      for (const { app } of sites) app.clock = { now: () => Date.parse(`2026-12-${day}T${time}-04:00`) };
    };
    const rows = () =>
      sql<{ state: string; reason: string | null }>('select state, reason from backups order by created_at');
    const become = (...states: string[]) =>
      expect.poll(async () => (await rows()).map(({ state }) => state), { timeout: 40_000 }).toEqual(states);
    const names = async () => (await place.list()).map(({ name }) => name).sort();
    const subjects = async () =>
      (await sql<{ subject: string }>('select subject from office_mails')).map((mail) => mail.subject);
    const seen = async () => readHtml(await admin.get(dashboard));

    it('are made once by two processes at the time that is set, and not before', async () => {
      makeIt(27, '02:30:00');
      const settle = (backupAt: string, version: string) => send(admin.ask, settings, { backupAt, version });
      expect((await settle('02:00', '1')).status).toBe(303);
      const told = await sql.column('select what from activities order by id desc limit 1');
      expect(told).toEqual(['Changed settings: backups daily at 02:00']);
      makeIt(28, '01:59:59.999');
      const page = await readHtml(await admin.get(backups));
      for (const text of ['No backup yet', 'Daily at 02:00']) expect(page).toContain(text);
      makeIt(28, '02:00:00');
      await become('done');
      expect(await names()).toEqual([expect.stringMatching(/^backup-2026-12-28-0200-[0-9a-f]{8}\.tar\.gz$/)]);
      expect(await seen()).toMatch(/Last backup: \d+ \w+ \d{4}, \d\d:\d\d, \d/);
      makeIt(27, '02:00:00'); // the clock has jumped back
      makeIt(28, '23:59:00');
    });

    it('hold what is there, are restored by their names each, and the oldest go', async () => {
      const editor = await visitAs(sites[1]!, sql, 'editor');
      const form = documentForm({ title: 'New', file: fileOf(pdf(6_000_000)) }); // more than one part of an upload
      expect((await editor.post(paths.admin.newDocument, form)).status).toBe(303);
      await add(sql, 'messages', [{ subject: 'Since then' }]);
      const old = Array.from({ length: 9 }, (_, n) =>
        backupName(Date.parse(`2026-12-0${n + 1}T06:00:00Z`), `0000000${n}`),
      );
      for (const name of [...old, 'notes.txt'])
        await place.write(name, async (to) => void (await new Promise((done) => to.end('x', () => done(null)))));
      expect((await send(admin.ask, backups)).status).toBe(303);
      const again = await send(admin.ask, backups);
      expect([again.status, await readHtml(again)]).toEqual([409, expect.stringContaining('under way already')]);
      await become('done', 'done');
      await expect.poll(names).not.toContain(old[0]);
      const kept = (await names()).filter((name) => name.startsWith('backup-2026-12-28'));
      expect(kept).toHaveLength(2); // all backups of a day stay for a day
      expect(await names()).toEqual([...old.slice(3), ...kept, 'notes.txt']);
      const name = await sql.value<string>('select name from backups order by ended_at desc limit 1');
      expect(await readHtml(await admin.get(backups))).toContain(name);

      const there = { ...env, DATABASE_URL: into.url, ...(kind !== 'disk' && { DATA_DIR: path.join(folder, 'into') }) };
      const wrong = await restore('backup-none.tar.gz', there);
      expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining(name)]);
      for (const [messages, each] of kept.entries()) {
        expect(await restore(each, there)).toMatchObject({ code: 0, output: expect.stringContaining('Restored') });
        expect(await into.sql('select subject from messages')).toHaveLength(messages);
      }
      for (const table of ['messages', 'pdf_documents', 'page_content', 'accounts', 'settings', 'office_mails'])
        expect(await into.sql(`select * from ${table} order by 1`)).toEqual(
          await sql(`select * from ${table} order by 1`),
        );
      expect(fs.readdirSync(there.DATA_DIR).filter((name) => name.startsWith('restore-'))).toEqual([]);
    });

    it('leave earlier ones whole when they fail, and are reported once: in the status and by mail', async () => {
      const before = await names();
      breakPlace(true);
      makeIt(29, '02:00:00');
      await become('done', 'done', 'failed');
      expect(await subjects()).toEqual([expect.stringMatching(/^The backup of .* failed$/)]);
      expect(await seen()).toMatch(/The backup of .* failed: /);
      await sql("update backups set ended_at = ended_at - interval '1 hour' where state = 'failed'");
      const isTried = (times: number) => expect.poll(attempts, { timeout: 40_000 }).toBe(times);
      const attempts = () => sql.value('select attempts from backups order by created_at desc limit 1');
      await isTried(2);
      await become('done', 'done', 'failed');
      breakPlace(false);
      for (const { app } of sites)
        vi.spyOn(findBackupPlace(app), 'read').mockResolvedValue(Readable.from(['another one']));
      await sql("update backups set ended_at = ended_at - interval '1 hour' where state = 'failed'");
      await isTried(3);
      await become('done', 'done', 'failed');
      expect(await names()).toEqual(before);
      vi.restoreAllMocks();
      await sql("update backups set ended_at = ended_at - interval '1 hour' where state = 'failed'");
      for (const { app } of sites) findBackupPlace(app).remove = () => Promise.reject(new Error('may not remove'));
      await become('done', 'done', 'done');
      expect(await subjects()).toHaveLength(1);
      expect((await names()).at(-2)).toContain('2026-12-29-0200');
      expect(await seen()).not.toContain('failed');
    });

    if (kind === 's3') return; // the rest does not depend on the place

    it('say what the store lacks', async () => {
      await sql("update pdf_documents set file_path = '1700000000000-gone.pdf' where title = 'New'");
      makeIt(30, '02:00:00');
      await become('done', 'done', 'done', 'done');
      expect(await seen()).toContain('is not whole: the store lacks 1 file that the database names');
      expect((await subjects()).filter((subject) => subject.endsWith('is not whole'))).toHaveLength(1);
    });
  },
);

describe('a backup', async () => {
  const { sql } = into;
  const app = await openTestApp(into.connection);
  const em = () => forkEntityManager(app);

  it('that failed is not tried again once there are to be none', async () => {
    await sql("truncate backups; update settings set backup_at = '02:00', backup_since = now() - interval '3 days'");
    await queue.failBackup(em(), (await queue.claimBackup(em()))!, 'the disk is full');
    await sql("update backups set ended_at = ended_at - interval '2 hours'; update settings set backup_at = null");
    expect(await queue.claimBackup(em())).toBeNull();
  });

  it('that somebody asks for is tried once, and the mail about its failure promises no more', async () => {
    await sql('truncate backups, office_mails');
    await queue.wantBackup(em(), { who: 'ann@example.com', address: null });
    await queue.failBackup(em(), (await queue.claimBackup(em()))!, 'the disk is full');
    await sql("update backups set ended_at = ended_at - interval '2 hours'");
    expect(await queue.claimBackup(em())).toBeNull();
    expect(await sql("select parts -> 0 ->> 'text' as text from office_mails")).toEqual([
      { text: expect.stringMatching(/^The backup of .* failed: the disk is full\. Those before are as they were\.$/) },
    ]);
  });

  it('of a clock that was ahead counts for none, and ends if its process does', async () => {
    await sql(`truncate backups; insert into backups (state, size_bytes, ended_at, held_until)
      select *, now() + interval '1 year', now() + interval '1 year' from (values ('done', 9), ('running', null)) as made`);
    await queue.claimBackup(em());
    const problem = expect.stringContaining('failed: it was broken off');
    expect(await readBackupState(em())).toEqual({ last: null, problem, isUnderWay: false, isRecent: false });
  });

  it('is checked byte for byte', async () => {
    const file = path.join(folder, 'checked');
    const held = await writeBackup(fs.createWriteStream(file), { store: app.store, direct: into.connection });
    const bytes = fs.readFileSync(file);
    expect(held.bytes).toBe(bytes.length);
    const check = (given: Buffer) => checkBackup(Readable.from([given]), held, {});
    await check(bytes);
    const flipped = Buffer.from(bytes);
    flipped[5]! ^= 1; // part of the header, which no checksum covers
    for (const wrong of [flipped, bytes.subarray(0, -9), Buffer.alloc(0), Buffer.from('none')])
      await expect(check(wrong)).rejects.toThrow();
  });

  it('removes from the store the parts that a killed process or its own failure has left', async () => {
    const uploads = ['of a killed process'];
    let begun = 0;
    const store = createServer((request, response) => {
      const id = new URL(request.url!, 'http://store').searchParams.get('uploadId');
      if (request.method === 'POST' && !id) uploads.push(String(++begun));
      else if (id && request.method !== 'PUT') uploads.splice(uploads.indexOf(id), 1); // it is whole, or given up
      const listed = uploads.map((id) => `<Upload><Key>backups/x</Key><UploadId>${id}</UploadId></Upload>`).join('');
      const answer = `<Answer>${listed}<UploadId>${begun}</UploadId><ETag>e</ETag></Answer>`;
      request.resume().once('end', () => response.setHeader('ETag', 'e').end(answer));
    });
    const { url: endpoint } = forTest(await listenOnLoopback(store));
    const settings = { bucket: 'site', region: 'r', endpoint, credentials: { accessKeyId: 'a', secretAccessKey: 's' } };
    const place = findBackupPlace(await openTestApp(into.connection, s3Env({ ...settings, forcePathStyle: true })));
    await place.write('whole', async (to) => void (await new Promise((done) => to.end('x', () => done(null)))));
    expect([begun, uploads]).toEqual([1, []]);
    await expect(place.write('half', () => Promise.reject(new Error('the disk is full')))).rejects.toThrow('full');
    expect([begun, uploads]).toEqual([2, []]);
  });

  it('ends where the database falls silent in the middle', async () => {
    const { connection } = into;
    const network = forTest(await startFaultProxy(`${connection.host}/.s.PGSQL.${connection.port}`));
    const direct = { ...connection, host: '127.0.0.1', port: network.port };
    const to = fs.createWriteStream(path.join(folder, 'silent'));
    const write = () =>
      expect(writeBackup(to, { store: app.store, direct, silenceMs: 2000 })).rejects.toThrow('for 2 s');
    await midBackup(into, write, network.forget);
  });

  it('is kept for 7 days and 4 weeks', () => {
    const ahead = Array.from({ length: 8 }, (_, day) => backupName(Date.UTC(2036, 0, 2 + day), '0'.repeat(8))); // of a wrong clock
    let kept = [...ahead];
    for (let day = 0; day < 60; day++) {
      const at = Date.UTC(2026, 11, 1 + day, 6);
      kept.push(backupName(at, `${day}0000000`), backupName(at + 3_600_000, `${day}1111111`));
      kept = kept.filter((name) => !backupsToDrop([...kept, 'other.txt'], at + 3_600_000).includes(name));
    }
    // The last day is Friday, 29 January 2027.
    expect(kept.splice(0, 8)).toEqual(ahead);
    expect(kept.map((name) => name.slice(7, 17))).toEqual([
      ...['2027-01-10', '2027-01-17'],
      ...[23, 24, 25, 26, 27, 28, 29, 29].map((day) => `2027-01-${day}`), // all backups of a day stay for a day
    ]);
    expect(kept.filter((name) => name.includes('-0200-'))).toHaveLength(1);
  });
});
