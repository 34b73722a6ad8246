import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import tar from 'tar-stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { writeTables } from '#db/backup.ts';
import { commandFile } from '../../scripts/bootstrap.mjs';
import { commandEnvironment } from '../../scripts/node24.mjs';
import { add, happened } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { SESSION_SECRET, startProduct, type Product } from '../support/product.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { visitAs, type Visitor } from '../support/visitor.ts';

// Two installations: one with content, and one on an empty machine. Both speak to an external PostgreSQL; the last test's to
// their embedded ones.
const from = await testDatabase();
const into = await testDatabase();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-test-backup-'));
const file = path.join(folder, 'site.tar.gz');
const emptyDir = path.join(folder, 'empty');
let site: Product;

beforeAll(async () => {
  site = await startProduct({ DATABASE_URL: from.url });
  const [, bo] = await add(from.sql, 'messages', [
    { name: 'Ann "A"', subject: 'tab\tback\\slash', message: 'two\nlines', is_read: true },
    { name: 'Bo', subject: 'S', message: '\\N', is_read: false },
  ]);
  await add(from.sql, 'notifications', [{ message_id: bo, payload: { name: 'Bo' } }]);
});
afterAll(async () => {
  await site?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

type Run = [command: 'backup' | 'restore', args: string[], env: Record<string, string>];
const optionsWith = (env: Record<string, string>) => ({
  cwd: path.resolve(import.meta.dirname, '../..'),
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production' as const,
    LOG_LEVEL: 'warn',
    SESSION_SECRET,
    ...commandEnvironment,
    ...env,
  },
});
const files = { backup: commandFile('scripts/backup.ts'), restore: commandFile('scripts/restore.ts') };
function run(...[command, args, env]: Run) {
  const ran = spawnSync(process.execPath, [files[command], ...args], {
    ...optionsWith(env),
    encoding: 'utf8',
  });
  return { code: ran.status, output: ran.stdout + ran.stderr };
}
const runAside = (...[command, args, env]: Run) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [files[command], ...args], optionsWith(env));
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
    child.once('close', (code) => resolve({ code, output }));
  });
const OF_THE_MOMENT = [
  'kept_forms',
  'message_counts',
  'mikro_orm_migrations',
  'rate_limits',
  'sessions',
  'unsaved_texts',
];
const tablesOf = async (sql: typeof from.sql) => {
  const rows = await sql<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> all ($1) order by 1`,
    [OF_THE_MOMENT],
  );
  return rows.map(({ name }) => name);
};
/** Every row of every table that people's work is in, whatever tables there are. */
const contents = async (sql: typeof from.sql) => {
  const rows = (table: string) => sql(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`);
  return Promise.all((await tablesOf(sql)).map(async (table) => [table, await rows(table)]));
};
const documentsOf = (dir: string) =>
  fs
    .readdirSync(path.join(dir, 'documents'))
    .sort()
    .map((name) => [name, fs.readFileSync(path.join(dir, 'documents', name)).toString('base64')]);
const post = async (staff: Visitor, address: string, fields: Record<string, string | File>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  expect((await staff.post(address, form)).status).toBe(303);
};
/** The same backup as an earlier release would have made it. */
async function withoutCounters(name: string, to: string) {
  const pack = tar.pack();
  const extract = tar.extract();
  extract.end(gunzipSync(fs.readFileSync(name)));
  for await (const entry of extract) {
    const bytes = await buffer(entry);
    if (entry.header.name !== 'counters.json') pack.entry({ name: entry.header.name }, bytes);
  }
  pack.finalize();
  fs.writeFileSync(to, gzipSync(await buffer(pack)));
}

describe('backup and restore', () => {
  it('bring database and documents whole onto an empty machine, taken while the site runs', async () => {
    expect(run('backup', [file], { DATABASE_URL: from.url, DATA_DIR: site.dataDir })).toMatchObject({ code: 0 });
    const restored = run('restore', [file], { DATABASE_URL: into.url, DATA_DIR: emptyDir });
    expect(restored).toMatchObject({ code: 0 });
    expect(await contents(into.sql)).toEqual(await contents(from.sql));
    expect(documentsOf(emptyDir)).toEqual(documentsOf(site.dataDir));
  });
  it('carry a table that was added later, each after those that it refers to', async () => {
    const added = `create table added_later (of_message int not null references messages (id), made_by int not null
      references accounts (id), place int generated always as identity, note text, primary key (of_message, note))`;
    const old = path.join(folder, 'old.tar.gz');
    expect(run('backup', [old], { DATABASE_URL: from.url, DATA_DIR: site.dataDir })).toMatchObject({ code: 0 });
    for (const { sql } of [from, into]) await sql(added);
    const count = (sql: typeof from.sql) => sql('select count(*)::int as n from added_later');
    try {
      await from.sql(
        'insert into added_later (of_message, made_by, note) select m.id, a.id, m.name from messages m, accounts a',
      );
      const later = path.join(folder, 'added.tar.gz');
      expect(run('backup', [later], { DATABASE_URL: from.url, DATA_DIR: site.dataDir })).toMatchObject({ code: 0 });
      const restore = (name: string) =>
        run('restore', [name, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir });
      expect(restore(later)).toMatchObject({ code: 0 });
      expect(await count(into.sql)).toEqual([{ n: 2 }]);
      expect(await contents(into.sql)).toEqual(await contents(from.sql));
      expect(
        await into.sql(`insert into added_later (of_message, made_by, note)
        select of_message, made_by, 'new' from added_later limit 1 returning place`),
      ).toEqual([{ place: 3 }]);
      expect(restore(old)).toMatchObject({ code: 0 }); // of the time before the table
      expect(await count(into.sql)).toEqual([{ n: 0 }]);
    } finally {
      for (const { sql } of [from, into]) await sql('drop table added_later');
    }
  });
  it('count the messages and queue the notifications that still wait', async () => {
    expect(await into.sql('select is_read, sum(n)::int as n from message_counts group by 1 order by 1')).toEqual([
      { is_read: false, n: 1 },
      { is_read: true, n: 1 },
    ]);
    expect(await into.sql('select count(*)::int as n from graphile_worker.jobs')).toEqual([{ n: 1 }]);
  });
  it('let new rows follow the restored ones', async () => {
    const [id] = await add(into.sql, 'messages');
    const [max] = await from.sql('select max(id) as id from messages');
    expect(id).toBeGreaterThan(max!.id as number);
  });
  it('work on the embedded database, running or not, and the site starts on what they bring', async () => {
    const [oldDir, newDir] = ['old', 'new'].map((name) => fs.mkdtempSync(path.join(os.tmpdir(), `site-test-${name}-`)));
    for (const dir of [oldDir!, newDir!]) fs.chmodSync(dir, 0o755); // PostgreSQL runs under another account there
    const copy = path.join(folder, 'embedded.tar.gz');
    const old = await startProduct({ DATA_DIR: oldDir! });
    try {
      expect((await sendEnquiry(old.url, { subject: 'Before the move' })).status).toBe(303);
      expect(run('backup', [copy], { DATA_DIR: oldDir! })).toMatchObject({ code: 0 });
    } finally {
      await old.stop();
    }
    expect(run('restore', [copy], { DATA_DIR: newDir! })).toMatchObject({ code: 0 });
    const moved = await startProduct({ DATA_DIR: newDir!, LOG_LEVEL: 'warn' });
    try {
      expect((await fetch(moved.url)).status).toBe(200);
      for (const [name] of documentsOf(newDir!))
        expect((await fetch(`${moved.url}/documents/${name}`)).status).toBe(200);
      expect(documentsOf(newDir!)).toEqual(documentsOf(oldDir!));
      const again = path.join(folder, 'again.tar.gz');
      expect(run('backup', [again], { DATA_DIR: newDir! })).toMatchObject({ code: 0 });
      expect(run('restore', [again, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir }).code).toBe(0);
      expect(await into.sql('select subject from messages')).toEqual([{ subject: 'Before the move' }]);
    } finally {
      await moved.stop();
      for (const dir of [oldDir!, newDir!]) fs.rmSync(dir, { recursive: true, force: true });
    }
  });

  it('hold one entry after the other in memory, not all of them', () => {
    const args = ['--import', './tests/support/count-entries.ts', 'scripts/backup.ts', path.join(folder, 'one.tar.gz')];
    const env = { DATABASE_URL: from.url, DATA_DIR: site.dataDir };
    const { stdout } = spawnSync(process.execPath, args, { ...optionsWith(env), encoding: 'utf8' });
    expect(stdout).toContain('Entries open at once: 1\n');
  });
  it('say why when the disk is full, and leave no half of a backup', () => {
    const full = path.join(folder, 'full', 'site.tar.gz');
    const ran = spawnSync('sh', ['-c', 'ulimit -f 8; exec "$0" scripts/backup.ts "$1"', process.execPath, full], {
      ...optionsWith({ DATABASE_URL: from.url, DATA_DIR: site.dataDir }),
      encoding: 'utf8',
    });
    expect([ran.status, ran.stderr]).toEqual([1, 'EFBIG: file too large, write\n']);
    expect(fs.readdirSync(path.dirname(full))).toEqual([]);
  });
  it('refuse to overwrite without being told', async () => {
    const before = await contents(into.sql);
    expect(run('restore', [file], { DATABASE_URL: into.url, DATA_DIR: emptyDir })).toMatchObject({
      code: 1,
      output: expect.stringContaining('--overwrite') as string,
    });
    expect(await contents(into.sql)).toEqual(before);
    expect(run('restore', [file, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir })).toMatchObject({
      code: 0,
    });
    expect(await contents(into.sql)).toEqual(await contents(from.sql));
  });
  it('take an account for data, too', async () => {
    const bare = await testDatabase();
    await bare.sql(`insert into accounts (email, password_hash) values ('new@example.com', 'x')`);
    expect(run('restore', [file], { DATABASE_URL: bare.url, DATA_DIR: emptyDir })).toMatchObject({
      code: 1,
      output: expect.stringContaining('--overwrite') as string,
    });
    expect(await bare.sql('select email from accounts')).toEqual([{ email: 'new@example.com' }]);
  });
  it('change nothing when the file is cut short', async () => {
    const cut = path.join(folder, 'cut.tar.gz');
    fs.writeFileSync(cut, fs.readFileSync(file).subarray(0, 2000));
    const before = await contents(into.sql);
    expect(run('restore', [cut, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${cut} is cut short`) as string,
    });
    const none = path.join(folder, 'none.tar.gz');
    fs.writeFileSync(none, 'no backup');
    expect(run('restore', [none, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir })).toMatchObject({
      code: 1,
      output: expect.stringContaining(`${none} is no .tar.gz file`) as string,
    });
    expect(await contents(into.sql)).toEqual(before);
  });
  it('do not bring a document that was removed while the backup was made', async () => {
    const [gone] = await from.sql<{ file_path: string }>('select file_path from pdf_documents limit 1');
    const later = path.join(folder, 'later.tar.gz');
    const client = new pg.Client(from.connection);
    await client.connect();
    try {
      await client.query('begin');
      await client.query('lock table messages in access exclusive mode');
      const made = runAside('backup', [later], { DATABASE_URL: from.url, DATA_DIR: site.dataDir });
      const waiting = "select 1 from pg_locks where not granted and relation = 'messages'::regclass";
      await expect.poll(() => from.sql(waiting), { timeout: 10_000 }).toHaveLength(1);
      await from.sql('delete from pdf_documents where file_path = $1', [gone!.file_path]);
      fs.rmSync(path.join(site.dataDir, 'documents', gone!.file_path));
      await client.query('rollback');
      expect(await made).toMatchObject({ code: 0 });
    } finally {
      await client.end();
    }
    expect(run('restore', [later, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir }).code).toBe(0);
    expect(await into.sql('select 1 from pdf_documents where file_path = $1', [gone!.file_path])).toEqual([]);
    expect(await contents(into.sql)).toEqual(await contents(from.sql));
  });
  it('carry the former files of documents and those in the trash, and miss one that is lost', async () => {
    const editor = await visitAs(site, from.sql, 'editor');
    const pdf = (text: string) => new File([`%PDF-1.7 ${text}`], `${text}.pdf`, { type: 'application/pdf' });
    const { newDocument, replaceFile, deleteDocument } = paths.admin;
    await post(editor, newDocument, { title: 'With a "fileKey": "none.pdf"\t\\ in it', file: pdf('first') });
    const [added] = await from.sql<{ id: number }>('select max(id) as id from pdf_documents');
    for (const version of [1, 2])
      await post(editor, replaceFile(added!.id), { version: String(version), file: pdf(`edition-${version}`) });
    await post(editor, deleteDocument(added!.id), {});
    const all = documentsOf(site.dataDir);
    expect(all.filter(([name]) => /-(first|edition-[12])\.pdf$/.test(name!))).toHaveLength(3);
    const whole = path.join(folder, 'history.tar.gz');
    const back = (name: string) => run('backup', [name], { DATABASE_URL: from.url, DATA_DIR: site.dataDir });
    expect(back(whole)).toMatchObject({ code: 0 });
    const dir = path.join(folder, 'history');
    expect(run('restore', [whole, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: dir })).toMatchObject({
      code: 0,
    });
    expect(await contents(into.sql)).toEqual(await contents(from.sql));
    expect(documentsOf(dir)).toEqual(all);
    for (const [name] of all.slice(-3)) {
      const lost = path.join(site.dataDir, 'documents', name!);
      fs.renameSync(lost, `${lost}.away`);
      const { code, output } = back(path.join(folder, 'lost.tar.gz'));
      fs.renameSync(`${lost}.away`, lost);
      expect([code, output]).toEqual([
        1,
        expect.stringContaining(`The store has no file for these documents: ${name}`),
      ]);
    }
  });
  it.each(['this release', 'the one before'])('give out no id of what was deleted: %s', async (release) => {
    const { newService, deleteService, history } = paths.admin;
    const editor = await visitAs(site, from.sql, 'editor');
    await post(editor, newService, { title: 'Soon deleted', content: 'A' });
    const [gone] = await from.sql<{ id: number }>('select max(id) as id from services');
    await post(editor, deleteService(gone!.id), {});
    const [erased] = await add(from.sql, 'messages');
    await happened(from.sql, erased!, 'read', 'ed@example.com');
    await from.sql('delete from messages where id = $1', [erased]);
    let made = path.join(folder, 'counters.tar.gz');
    expect(run('backup', [made], { DATABASE_URL: from.url, DATA_DIR: site.dataDir })).toMatchObject({ code: 0 });
    if (release === 'the one before') await withoutCounters(made, (made = path.join(folder, 'before.tar.gz')));
    expect(run('restore', [made, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir })).toMatchObject({
      code: 0,
    });
    const moved = await startProduct({ DATABASE_URL: into.url, DATA_DIR: emptyDir });
    try {
      const there = await visitAs(moved, into.sql, 'editor');
      await post(there, newService, { title: 'New', content: 'B' });
      const [revision] = await into.sql<{ id: number }>(
        'select max(id) as id from revisions where item_id = $1 and noun = $2',
        [gone!.id, 'services'],
      );
      await post(there, history('services', gone!.id), { revision: String(revision!.id) });
      const titles = await into.sql<{ title: string }>(
        'select title from services order by display_order desc limit 2',
      );
      expect(titles.map(({ title }) => title)).toEqual(['Soon deleted', 'New']);
      expect((await sendEnquiry(moved.url, { subject: 'After the move' })).status).toBe(303);
      expect(
        await into.sql('select 1 from messages where id <= $1 and subject = $2', [erased, 'After the move']),
      ).toEqual([]);
    } finally {
      await moved.stop();
    }
  });
  it('say that the old secret is missing where what it sealed does not open', async () => {
    const sealed = path.join(folder, 'sealed.tar.gz');
    const restore = (secret: string) =>
      run('restore', [sealed, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir, SESSION_SECRET: secret });
    const backUp = () =>
      expect(run('backup', [sealed], { DATABASE_URL: from.url, DATA_DIR: site.dataDir })).toMatchObject({ code: 0 });
    const another = 'the secret of another machine';
    const told = { code: 0, output: expect.stringContaining('put the old file session-secret into') as string };
    const untold = { code: 0, output: expect.not.stringContaining('session-secret') as string };
    await from.sql('delete from staff_mails');
    backUp();
    expect(restore(another)).toMatchObject(untold); // nothing is sealed
    const { ask } = await visitAs(site, from.sql, 'editor');
    await setUpFactor(ask);
    backUp();
    expect(restore(another)).toMatchObject(told);
    expect(restore(`${another}, ${SESSION_SECRET}`)).toMatchObject(untold);
    await from.sql('delete from second_factors');
    await from.sql(
      `insert into staff_mails (email, kind, sealed) values ('e@example.com', 'any', 'of another secret')`,
    );
    backUp();
    await from.sql('delete from staff_mails');
    expect(restore(SESSION_SECRET)).toMatchObject(told);
  });
  it('say which pictures have no files', async () => {
    const put = (value: string) =>
      from.sql(`update page_content set content_value = $1 where section_key = 'director_portrait'`, [value]);
    await put('A face\npicture-mfz8d3k2-0123456789abcdef-300x400');
    const { code, output } = run('backup', [path.join(folder, 'faceless.tar.gz')], {
      DATABASE_URL: from.url,
      DATA_DIR: site.dataDir,
    });
    await put('');
    expect(code).toBe(1);
    for (const format of ['avif', 'webp', 'jpg'])
      expect(output).toContain(`picture-mfz8d3k2-0123456789abcdef-300x400-300.${format}`);
  });
  it('say which documents have no file, and keep all else', async () => {
    await from.sql("update pdf_documents set file_path = '1-lost.pdf' where id = (select max(id) from pdf_documents)");
    const lacking = path.join(folder, 'lacking.tar.gz');
    expect(run('backup', [lacking], { DATABASE_URL: from.url, DATA_DIR: site.dataDir })).toMatchObject({
      code: 1,
      output: expect.stringContaining('The store has no file for these documents: 1-lost.pdf') as string,
    });
    expect(run('restore', [lacking, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir }).code).toBe(0);
    expect(await contents(into.sql)).toEqual(await contents(from.sql));
  });

  it('that holds what happened to enquiries elsewhere, as earlier ones did, has it carried over beside the activities', async () => {
    const { connection, sql } = await testDatabase();
    const table = (columns: string, row: string) => ({
      columns: columns.split(' '),
      rows: Buffer.from(`${row.replaceAll(', ', '\t')}\n`),
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
