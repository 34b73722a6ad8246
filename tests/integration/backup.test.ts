import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { indexWords } from '#app/enquiries/inbox/search.server.ts';
import { paths } from '#app/paths.ts';
import { holdsData, readTables, writeTables, type TableData } from '#db/backup.ts';
import { forkEntityManager } from '#db/orm.ts';
import { commandFile } from '../../scripts/bootstrap.mjs';
import { forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { add, recordAct } from '../support/content.ts';
import { testDatabase, testSite } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { midBackup } from '../support/mid-backup.ts';
import { SESSION_SECRET } from '../support/product.ts';
import { run } from '../support/run-command.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { openTestApp } from '../support/test-app.ts';
import { testFolder } from '../support/test-folder.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';

const from = await testSite();
const into = await testDatabase();
const { site } = from;
const folder = testFolder();
const inFolder = (name: string) => path.join(folder, name);
const fromEnv = { DATABASE_URL: from.url, DATA_DIR: site.dataDir };
const intoEnv = { DATABASE_URL: into.url, DATA_DIR: inFolder('empty') };

const [, bo] = await add(from.sql, 'messages', [
  { name: 'Ann "A"', subject: 'tab\tback\\slash', message: 'two\nlines', is_read: true },
  { name: 'Bo', subject: 'S', message: '\\N', is_read: false },
]);
await add(from.sql, 'notifications', [{ message_id: bo, payload: { name: 'Bo' } }]);
await from.sql(
  `insert into inbound_mails (id, way, kind, state, message_id, text)
     values (gen_random_uuid(), 'imap', 'answer', 'read', $1, 'The sheave is found by its words')`,
  [bo],
);
await indexWords(forkEntityManager(await openTestApp(from.connection)), [bo!]);
await from.sql(`update pdf_documents set valid_until = '2999-12-31', number = 'GL 7', lapses_told = '{2998-01-01/0}'`);

type Env = Record<string, string>;
const files = { backup: commandFile('scripts/backup.ts'), restore: commandFile('scripts/restore.ts') };
const restore = (file: string, env: Env = {}, how = ['--overwrite']) =>
  run(process.execPath, [files.restore, file, ...how], { ...intoEnv, ...env });
async function backUp(name: string): Promise<string> {
  const file = inFolder(`${name}.tar.gz`);
  expect(await run(process.execPath, [files.backup, file], fromEnv)).toMatchObject({ code: 0 });
  return file;
}

const OF_THE_MOMENT = 'backups kept_forms message_counts mikro_orm_migrations rate_limits sessions unsaved_texts';
/** All rows of all tables with lasting data. */
async function contents(sql: typeof from.sql) {
  const tables = await sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [OF_THE_MOMENT.split(' ')],
  );
  const rows = (table: string) => sql(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`);
  return Promise.all(tables.map(async ({ name }) => [name, await rows(name)]));
}
const expectSame = async () => expect(await contents(into.sql)).toEqual(await contents(from.sql));
const documentsOf = (dir: string) =>
  fs
    .readdirSync(path.join(dir, 'documents'))
    .sort()
    .map((name) => [name, fs.readFileSync(path.join(dir, 'documents', name)).toString('base64')]);
const post = async (staff: Visitor, address: string, form: FormData | URLSearchParams) =>
  expect((await staff.post(address, form)).status).toBe(303);

describe('backup and restore', () => {
  let file: string;
  it('bring database and documents whole onto an empty machine, and replace existing data only when told', async () => {
    file = await backUp('site');
    const said = expect.stringMatching(/database and \d+ documents\n1 mail waited: sent, perhaps a second time, when/);
    expect(await restore(file, {}, [])).toMatchObject({ code: 0, output: said });
    await expectSame();
    expect(documentsOf(intoEnv.DATA_DIR)).toEqual(documentsOf(site.dataDir));
    expect(await into.sql('select is_read, sum(n)::int as n from message_counts group by 1 order by 1')).toEqual([
      { is_read: false, n: 1 },
      { is_read: true, n: 1 },
    ]);
    expect(await into.sql('select count(*)::int as n from graphile_worker.jobs')).toEqual([{ n: 1 }]);
    const [id] = await add(into.sql, 'messages'); // new ids follow the restored ones
    expect(id).toBeGreaterThan(await from.sql.value<number>('select max(id) as id from messages'));
    const before = await contents(into.sql);
    const refused = await restore(file, {}, []);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('--overwrite')]);
    expect(await contents(into.sql)).toEqual(before);
    expect(await restore(file)).toMatchObject({ code: 0 });
    await expectSame();
  });
  it('take an account for data, too', async () => {
    const bare = await testDatabase();
    expect(await holdsData(bare.connection)).toBe(false);
    await bare.sql(`insert into accounts (email, password_hash) values ('new@example.com', 'x')`);
    expect(await holdsData(bare.connection)).toBe(true);
  });
  it('include tables that were added later, each after those that it refers to', async () => {
    const added = `create table added_later (of_message int not null references messages (id), made_by int not null
      references accounts (id), place int generated always as identity, note text, primary key (of_message, note))`;
    for (const { sql } of [from, into]) {
      await sql(added);
      forTest({ stop: () => sql('drop table added_later') });
    }
    const count = (sql: typeof from.sql) => sql('select count(*)::int as n from added_later');
    await from.sql(
      'insert into added_later (of_message, made_by, note) select m.id, a.id, m.name from messages m, accounts a',
    );
    expect(await restore(await backUp('added'))).toMatchObject({ code: 0 });
    expect(await count(into.sql)).toEqual([{ n: 2 }]);
    await expectSame();
    const another = `insert into added_later (of_message, made_by, note)
      select of_message, made_by, 'new' from added_later limit 1 returning place`;
    expect(await into.sql.value(another)).toBe(3);
    expect(await restore(file)).toMatchObject({ code: 0 }); // from before the table existed
    expect(await count(into.sql)).toEqual([{ n: 0 }]);
  });
  it('say why when the disk is full, and leave no half of a backup', async () => {
    const full = inFolder('full/site.tar.gz');
    const args = ['-c', 'ulimit -f 8; exec "$0" scripts/backup.ts "$1"', process.execPath, full];
    expect(await run('sh', args, fromEnv)).toMatchObject({ code: 1, output: 'EFBIG: file too large, write\n' });
    expect(fs.readdirSync(path.dirname(full))).toEqual([]);
  });
  it('write into the file that a link leads to, and refuse what is there and no file', async () => {
    fs.writeFileSync(inFolder('target'), '');
    fs.symlinkSync(inFolder('target'), inFolder('link.tar.gz'));
    await backUp('link');
    expect(fs.statSync(inFolder('target')).size).toBeGreaterThan(1000);
    const fifo = inFolder('fifo');
    expect(await run('mkfifo', [fifo], {})).toMatchObject({ code: 0 });
    const refused = { code: 1, output: `${fifo} is there already, and is no file\n` };
    expect(await run(process.execPath, [files.backup, fifo], fromEnv)).toMatchObject(refused);
    expect(fs.statSync(fifo).isFIFO()).toBe(true);
  });
  it('leave no half of a backup when they are interrupted, and give what they make to the owner of DATA_DIR', async () => {
    if (process.getuid?.() === 0) fs.chownSync(site.dataDir, 65_534, 65_534);
    const kept = path.join(site.dataDir, 'kept');
    const name = path.join(kept, 'site.tar.gz');
    const { PATH, HOME } = process.env;
    const interrupted = spawn(process.execPath, [files.backup, name], {
      env: { PATH, HOME, NODE_ENV: 'production', SESSION_SECRET, ...fromEnv },
    });
    await midBackup(
      from,
      () => once(interrupted, 'close'),
      () => {
        expect(fs.readdirSync(kept)).toHaveLength(1);
        interrupted.kill('SIGTERM');
      },
    );
    expect(fs.readdirSync(kept)).toEqual([]);
    expect(await run(process.execPath, [files.backup, name], fromEnv)).toMatchObject({ code: 0 });
    const { uid } = fs.statSync(site.dataDir);
    expect([fs.statSync(kept).uid, fs.statSync(kept).mode & 0o777, fs.statSync(name).uid]).toEqual([uid, 0o700, uid]);
  });
  it('change nothing when the file is damaged, cut short, or none', async () => {
    const before = await contents(into.sql);
    const damaged = fs.readFileSync(file);
    damaged[damaged.length - 6]! ^= 1; // in its check sum, after all documents
    const [document] = fs.readdirSync(inFolder('empty/documents'));
    fs.writeFileSync(inFolder(`empty/documents/${document}`), 'newer');
    for (const [name, bytes, said] of [
      ['damaged', damaged, 'is no .tar.gz file, or is damaged'],
      ['cut', fs.readFileSync(file).subarray(0, 2000), 'is cut short'],
      ['none', 'no backup', 'is no .tar.gz file'],
    ] as const) {
      fs.writeFileSync(inFolder(name), bytes);
      const { code, output } = await restore(inFolder(name));
      expect([code, output]).toEqual([1, expect.stringContaining(`${inFolder(name)} ${said}`)]);
    }
    expect(fs.readFileSync(inFolder(`empty/documents/${document}`), 'utf8')).toBe('newer');
    expect(await contents(into.sql)).toEqual(before);
  });
  it('do not bring a document that was removed while the backup was made', async () => {
    const gone = await from.sql.value<string>('select file_path from pdf_documents limit 1');
    const later = await midBackup(
      from,
      () => backUp('later'),
      async () => {
        await from.sql('delete from pdf_documents where file_path = $1', [gone]);
        fs.rmSync(path.join(site.dataDir, 'documents', gone));
      },
    );
    expect(await restore(later)).toMatchObject({ code: 0 });
    expect(await into.sql('select 1 from pdf_documents where file_path = $1', [gone])).toEqual([]);
    await expectSame();
  });
  it('never reuse an id of a deleted row, not even from a backup of an earlier release', async () => {
    const { newService, deleteService, history } = paths.admin;
    const editor = await visitAs(site, from.sql, 'editor');
    await post(editor, newService, new URLSearchParams({ title: 'Soon deleted', content: 'A' }));
    const goneId = await from.sql.value<number>('select max(id) as id from services');
    await post(editor, deleteService(goneId), new URLSearchParams());
    const [erased] = await add(from.sql, 'messages');
    await recordAct(from.sql, erased!, 'read', 'ed@example.com');
    await from.sql('delete from messages where id = $1', [erased]);
    const made = await backUp('counters');
    const tables = new Map<string, TableData>();
    await readTables(from.connection, async (table, columns, rows) => {
      tables.set(table, { columns, rows: [await buffer(rows)] });
    });
    const ways = {
      'this release': async () => {
        expect(await restore(made)).toMatchObject({ code: 0 });
        await expectSame();
      },
      'the one before': () => writeTables(into.connection, tables, undefined), // it stored no counters
    };
    for (const [release, put] of Object.entries(ways)) {
      await put();
      const moved = forTest(await startApp(intoEnv));
      const there = await visitAs(moved, into.sql, 'editor');
      await post(there, newService, new URLSearchParams({ title: 'New', content: 'B' }));
      const ofGone = "select max(id)::text from revisions where item_id = $1 and noun = 'services'";
      const revision = await into.sql.value<string>(ofGone, [goneId]);
      await post(there, history('services', goneId), new URLSearchParams({ revision }));
      const titles = await into.sql('select title from services order by display_order desc limit 2');
      expect([release, ...titles]).toEqual([release, { title: 'Soon deleted' }, { title: 'New' }]);
      expect((await sendEnquiry(moved.url, { subject: 'After the move' })).status).toBe(303);
      const enquiryId = await into.sql.value<number>(`select id from messages where subject = 'After the move'`);
      expect(enquiryId, release).toBeGreaterThan(erased!);
      await moved.stop();
    }
  });
  it('say that the old secret is missing where sealed texts do not open', async () => {
    const another = 'the secret of another machine';
    const expectTold = async (file: string, SESSION_SECRET: string, way: string | undefined) => {
      const { code, output } = await restore(file, { SESSION_SECRET, NODE_ENV: 'test' }); // production requires a secret
      expect([code, /sealed with another secret: before the site starts, (.+)/.exec(output)?.[1]]).toEqual([0, way]);
    };
    const inVariable = 'add the old secret to the end of SESSION_SECRET (new,old)';
    await from.sql('delete from staff_mails');
    const { ask } = await visitAs(site, from.sql, 'editor');
    await setUpFactor(ask);
    const factor = await backUp('factor');
    await expectTold(factor, another, inVariable);
    await expectTold(factor, '', `put the old file session-secret into ${intoEnv.DATA_DIR}`);
    await expectTold(factor, `${another}, ${SESSION_SECRET}`, undefined);
    await from.sql('delete from second_factors');
    await from.sql(`insert into staff_mails (email, kind, sealed) values ('e@example.com', 'x', 'of another secret')`);
    const mail = await backUp('mail');
    await from.sql('delete from staff_mails');
    await expectTold(mail, SESSION_SECRET, inVariable);
  });

  it('move enquiry events of an earlier release into the activities', async () => {
    const { connection, sql } = await testDatabase();
    const table = (columns: string, row: string) => ({
      columns: columns.split(' '),
      rows: [Buffer.from(`${row.replaceAll(', ', '\t')}\n`)],
    });
    await writeTables(
      connection,
      new Map([
        ['activities', table('id kind who what', '1, staff, ann@example.com, Invited somebody')],
        ['message_events', table('id message_id kind who', '1, 7, answered, bo@example.com')],
        ['messages', table('id name email subject message reference', '7, Ann, a@example.com, S, M, SR-AAAAAA')],
      ]),
      undefined,
    );
    expect(await sql('select id, who, what from activities order by id')).toEqual([
      { id: 1, who: 'ann@example.com', what: 'Invited somebody' },
      { id: 2, who: 'bo@example.com', what: 'Marked SR-AAAAAA answered' },
    ]);
  });
});
