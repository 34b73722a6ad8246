import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { EntitySchema } from '@mikro-orm/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { App } from '#db/app.ts';
import { BoundedClient } from '#db/bounded-client.ts';
import { onChange, startListening, stopListening } from '#db/changes.ts';
import { checkDatabase } from '#db/check-database.ts';
import type { Connection } from '#db/connection.ts';
import { readDatabaseUrl } from '#db/database-url.ts';
import { entities } from '#db/entities/index.ts';
import { migrate, openOrm } from '#db/orm.ts';
import { startApp } from '../support/app.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { openTestApp } from '../support/test-app.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce } from '../support/test-postgres.ts';

const database = await testDatabase();
const { sql } = database;

/** Runs `work` on an empty database. @param how further words of `create database` */
async function withEmpty(work: (connection: Connection) => Promise<void>, how = ''): Promise<void> {
  const server = { ...database.connection, database: 'postgres' };
  await queryOnce(server, `create database empty ${how}`);
  try {
    await work({ ...database.connection, database: 'empty' });
  } finally {
    await queryOnce(server, 'drop database empty with (force)');
  }
}

describe('the migrations', () => {
  it('give the database the shape that the entities describe', async () => {
    const orm = await openOrm(database.connection);
    const statements = await orm.schema.getUpdateSchemaSQL({ safe: true, dropTables: false });
    await orm.close(true);
    // PostgreSQL stores `between` as two comparisons, which MikroORM takes for another check; the tests below cover it.
    const isMeant = (line: string) =>
      line && !line.startsWith('set names') && !line.includes('page_content_value_length');
    expect(statements.split('\n').filter(isMeant)).toEqual([]);
  });

  it('know the entities of every file', async () => {
    const defined: unknown[] = [];
    for await (const file of glob('db/entities/*.ts'))
      defined.push(
        ...Object.values((await import(path.resolve(file))) as object).filter((value) => value instanceof EntitySchema),
      );
    expect(new Set(entities)).toEqual(new Set(defined));
  });

  it('notify all processes of changes in every table that is kept in memory', async () => {
    const kept: string[] = [];
    for await (const file of glob('app/**/*.server.ts'))
      for (const [, table] of readFileSync(file, 'utf8').matchAll(/cachedSnapshot(?:<.*?>)?\(\s*'(\w+)'/g))
        kept.push(table!);
    const told = await sql<{ table: string }>(
      `select distinct tgrelid::regclass::text as table from pg_trigger where tgfoid = 'notice_change'::regproc`,
    );
    expect(kept).toContain('services');
    expect(told.map(({ table }) => table)).toEqual(expect.arrayContaining(kept));
  });
});

it('a migration may take longer than a visitor would wait', () =>
  withEmpty(async (connection) => {
    const slow = new pg.Client(connection);
    await slow.connect();
    await slow.query(
      `create table dawdled (at timestamptz);
       create function delay_ddl() returns event_trigger language plpgsql as $$ begin
         if exists (select from dawdled) then return; end if;
         insert into dawdled values (now());
         perform pg_sleep(2);
       end $$`,
    );
    await slow.query(
      `create event trigger delay_ddl on ddl_command_start when tag in ('CREATE FUNCTION') execute function delay_ddl()`,
    );
    await migrate(connection, async (pool) => void (await pool.query('select pg_sleep(2)')));
    expect((await slow.query('select 1 from services')).rowCount).toBe(0);
    expect((await slow.query('select 1 from dawdled')).rowCount).toBe(1);
    await slow.end();
  }));

describe("a database that cannot be the site's is told in one plain line, without a password", () => {
  const DATA_DIR = testFolder();
  const start = ({ database: name }: Connection) =>
    startApp({ DATABASE_URL: database.url.replace(database.connection.database!, name!), DATA_DIR });
  it('is not in UTF-8', () =>
    withEmpty(async (connection) => {
      await expect(checkDatabase(connection, connection)).rejects.toThrow(
        /^[^\n]*SQL_ASCII, but UTF8 is needed[^\n]*$/,
      );
    }, "encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0"));

  it('holds tables of another program', () =>
    withEmpty(async (connection) => {
      await queryOnce(connection, 'create table users (id int)');
      await expect(start(connection)).rejects.toThrow(/^[^\n]*holds tables of another program[^\n]*users[^\n]*$/);
    }));

  it.each([
    ['is read-only', 'set default_transaction_read_only = on', 'read-only'],
    ['has no schema', "set search_path = 'none'", 'no schema for tables'],
  ])('%s', (_, setting, told) =>
    withEmpty(async (connection) => {
      await queryOnce(connection, `alter database ${connection.database} ${setting}`);
      await expect(start(connection)).rejects.toThrow(new RegExp(`^DATABASE_URL: [^\n]*${told}[^\n]*$`));
    }),
  );

  it('is another by DATABASE_DIRECT_URL, or none', async () => {
    await expect(checkDatabase(database.connection, { ...database.connection, database: 'postgres' })).rejects.toThrow(
      /^DATABASE_DIRECT_URL: must lead to the same database as DATABASE_URL/,
    );
    const nowhere = readDatabaseUrl('DATABASE_DIRECT_URL', 'postgres://nobody:very-secret@127.0.0.1:9/site');
    await expect(checkDatabase(database.connection, nowhere)).rejects.toThrow(
      /^the database of DATABASE_DIRECT_URL cannot be reached: (?!.*very-secret)/,
    );
  });
});

it.each([
  ['an empty heading', 'heading', ''],
  ['a page text of more than 10,000 characters', 'text', 'x'.repeat(10_001)],
])('the database refuses %s', async (_, content_type, content_value) => {
  const text = { page_name: 'home', section_key: 'x', content_type, content_value };
  await expect(add(sql, 'page_content', [text])).rejects.toMatchObject({ code: '23514' }); // check_violation
});

it('a query whose answer has arrived succeeds, although the process stood still for longer than its limit', async () => {
  const client = new BoundedClient(database.connection);
  client.on('error', () => {}); // the query fails
  await client.connect();
  const answer = client.query('select 1 as one');
  await new Promise(setImmediate); // sends it
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1800);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  await expect(client.query('select pg_sleep(2)')).rejects.toThrow('Connection terminated');
});

it('transactions that lose their connections leave room for others', async () => {
  const orm = await openOrm(database.connection);
  const lose = (tx: typeof orm.em) => tx.execute('select pg_terminate_backend(pg_backend_pid())');
  for (let n = 0; n < 12; n++) await expect(orm.em.fork().transactional(lose)).rejects.toThrow();
  expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
  await orm.close(true);
});

it('a close waits for the connection that a query is just opening', async () => {
  const orm = await openOrm(database.connection);
  const pool = (await orm.em.getConnection().getNativeClient()) as pg.Pool;
  const answer = orm.em.execute('select 1 as one');
  while (!pool.totalCount) await new Promise(setImmediate);
  await orm.close(true);
  expect(await answer).toEqual([{ one: 1 }]);
});

describe('changes', () => {
  const heard: (string | null)[] = [];
  let end: () => void;
  let app: App;
  beforeAll(async () => {
    app = await openTestApp(database.connection);
    end = onChange(app, (table) => heard.push(table));
    await startListening(app, database.connection);
  });
  afterAll(async () => {
    end();
    await stopListening(app);
  });

  it('are noticed whoever makes them', async () => {
    await sql('insert into site_status (maintenance_mode) values (true)');
    await vi.waitFor(() => expect(heard).toEqual(['site_status']));
  });

  it('that may have been missed while the connection was lost are reported, too', async () => {
    heard.length = 0;
    await sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen changed'",
    );
    await vi.waitFor(() => expect(heard).toEqual([null]), 5000);
    await sql('update site_status set maintenance_mode = false');
    await vi.waitFor(() => expect(heard).toEqual([null, 'site_status']));
  });

  it('are no longer listened for when the app has stopped while it was connecting', async () => {
    await stopListening(app);
    const starts = startListening(app, database.connection);
    await stopListening(app);
    await expect(starts).rejects.toThrow('stopped');
    const listeners = "select from pg_stat_activity where datname = current_database() and query = 'listen changed'";
    await vi.waitFor(async () => expect(await sql(listeners)).toEqual([]));
  });
});
