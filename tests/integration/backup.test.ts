import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { startProduct, type Product } from '../support/product.ts';
import { signIn } from '../support/staff-client.ts';

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
  await from.sql(
    `insert into messages (name, email, subject, message, is_read) values ('Ann "A"', 'a@example.com', E'tab\\tback\\\\slash', E'two\\nlines', true), ('Bo', 'b@example.com', 'S', '\\N', false)`,
  );
  await from.sql(
    `insert into notifications (message_id, payload) select id, '{"name":"Bo"}' from messages where name = 'Bo'`,
  );
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
    SESSION_SECRET: 'only for the tests of this project',
    ...env,
  },
});
function run(...[command, args, env]: Run) {
  const ran = spawnSync(process.execPath, [`scripts/${command}.ts`, ...args], {
    ...optionsWith(env),
    encoding: 'utf8',
  });
  return { code: ran.status, output: ran.stdout + ran.stderr };
}
const runAside = (...[command, args, env]: Run) =>
  new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [`scripts/${command}.ts`, ...args], optionsWith(env));
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
    const [row] = await into.sql(
      `insert into messages (name, email, subject, message) values ('Cy', 'c@example.com', 's', 'm') returning id`,
    );
    const [max] = await from.sql('select max(id) as id from messages');
    expect(row!.id).toBeGreaterThan(max!.id as number);
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
    expect(run('restore', [cut, '--overwrite'], { DATABASE_URL: into.url, DATA_DIR: emptyDir }).code).toBe(1);
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
    const editor = await signIn(site, from.sql, 'editor');
    const pdf = (text: string) => new File([`%PDF-1.7 ${text}`], `${text}.pdf`, { type: 'application/pdf' });
    const post = async (address: string, fields: Record<string, string | File>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      expect((await editor.post(address, form)).status).toBe(303);
    };
    const { newDocument, replaceFile, deleteDocument } = paths.admin;
    await post(newDocument, { title: 'With a "fileKey": "none.pdf"\t\\ in it', file: pdf('first') });
    const [added] = await from.sql<{ id: number }>('select max(id) as id from pdf_documents');
    for (const version of [1, 2])
      await post(replaceFile(added!.id), { version: String(version), file: pdf(`edition-${version}`) });
    await post(deleteDocument(added!.id), {});
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
});
