import { afterAll, inject } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { mailBy, startFakePostmark } from './fake-postmark.ts';
import { forFile } from './for-test.ts';
import { startProduct, type Product } from './product.ts';
import { cloneDatabase, type TestDatabase } from './test-postgres.ts';

type Sql = TestDatabase['sql'];

/** A database for the integration tests of one file, dropped after them. Call it at the top of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase(inject('postgres'));
  afterAll(() => database.drop());
  return database;
}

/** The same with the built product running on it as a process of its own. @param variables of its environment */
export async function testProduct(variables: Record<string, string> = {}): Promise<TestDatabase & { site: Product }> {
  const database = await testDatabase();
  const site = forFile(await startProduct({ DATABASE_URL: database.url, ...variables }));
  return { ...database, site };
}

/** The same with a stand-in for Postmark that its mail goes to. */
export async function testMailingSite(variables: Record<string, string> = {}) {
  const postmark = forFile(await startFakePostmark());
  return { postmark, ...(await testSite({ ...mailBy(postmark.url), ...variables })) };
}

/** Makes the database refuse every change of a table while something goes on. */
export async function whileRefused<Done>(sql: Sql, table: string, goOn: () => Promise<Done>): Promise<Done> {
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before insert or update or delete on ${table} for each row execute function refuse()`);
  return goOn().finally(() => sql('drop function refuse cascade'));
}

/** Such a change, as 'insert on messages', is committed 3 s after something asks for it; then this resolves. */
export async function whileSlow<Done>(sql: Sql, change: string, goOn: () => Promise<Done>): Promise<Done> {
  await sql(`create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(3); return null; end $$;
    create constraint trigger dawdle after ${change} deferrable initially deferred
      for each row execute function dawdle()`);
  return goOn().finally(() => sql('drop function dawdle cascade')); // which waits for what goes on
}

/** A table cannot be found while something goes on. */
export async function whileAway<Done>(sql: Sql, table: string, goOn: () => Promise<Done>): Promise<Done> {
  await sql(`alter table ${table} rename to table_away`);
  return goOn().finally(() => sql(`alter table table_away rename to ${table}`));
}

/** The same with the built product running on it. The parameters are those of `startApp`. */
export async function testSite(
  variables: Record<string, string> = {},
  worksAhead = false,
): Promise<TestDatabase & { site: RunningApp }> {
  const database = await testDatabase();
  const site = forFile(await startApp({ DATABASE_URL: database.url, ...variables }, worksAhead));
  return { ...database, site };
}
