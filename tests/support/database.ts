import { afterAll, expect, inject } from 'vitest';
import { startApp } from './app.ts';
import { mailBy, startFakePostmark } from './fake-postmark.ts';
import { forFile } from './for-test.ts';
import { startProduct } from './product.ts';
import { cloneDatabase, type TestDatabase } from './test-postgres.ts';

type Sql = TestDatabase['sql'];

/** A database for the tests of one file, dropped after them. Call it at the top of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase(inject('postgres'));
  afterAll(() => database.drop());
  return database;
}

/** A test database, and the built product on it as a process of its own. */
export async function testProduct(variables: Record<string, string> = {}) {
  const database = await testDatabase();
  return { ...database, site: forFile(await startProduct({ DATABASE_URL: database.url, ...variables })) };
}

/** `testSite` with a stand-in for Postmark that takes its mail. */
export async function testMailingSite(variables: Record<string, string> = {}) {
  const postmark = forFile(await startFakePostmark());
  return { postmark, ...(await testSite({ ...mailBy(postmark.url), ...variables })) };
}

/** A test database, and two built products on it, behind one proxy, with mail to Postmark. @param ofFirst replaces settings of `site` */
export async function testTwoMailingSites(ofFirst?: Record<string, string>) {
  const postmark = forFile(await startFakePostmark());
  const usual = { TRUST_PROXY: '1', ...mailBy(postmark.url) };
  const { site, sql, url: DATABASE_URL } = await testSite(ofFirst ?? usual);
  return { site, second: await siteOn(DATABASE_URL, usual), sql, postmark };
}

async function followedBy<Done>(work: () => Promise<Done>, last: () => Promise<unknown>): Promise<Done> {
  try {
    return await work();
  } finally {
    await last();
  }
}

/** Does `act` for each row while `work` runs. @param when such as 'trigger t before insert on messages' */
async function whileTriggered<Done>(sql: Sql, act: string, when: string, work: () => Promise<Done>): Promise<Done> {
  await sql(`create function triggered() returns trigger language plpgsql as $$ begin ${act}; return null; end $$;
    create ${when} for each row execute function triggered()`);
  return followedBy(work, () => sql('drop function triggered cascade')); // waits for open transactions
}
const REFUSE = "raise exception 'no'";
const atCommit = (change: string) => `constraint trigger t after ${change} deferrable initially deferred`;

export const whileWritesFail = <Done>(sql: Sql, table: string, work: () => Promise<Done>) =>
  whileTriggered(sql, REFUSE, `trigger t before insert or update or delete on ${table}`, work);

/** Refuses each commit of a change, such as 'insert on messages', while `work` runs. */
export const whileCommitsFail = <Done>(sql: Sql, change: string, work: () => Promise<Done>) =>
  whileTriggered(sql, REFUSE, atCommit(change), work);

/** Makes each commit of a change, such as 'insert on messages', take 3 s while `work` runs. */
export const whileCommitsAreSlow = <Done>(sql: Sql, change: string, work: () => Promise<Done>) =>
  whileTriggered(sql, 'perform pg_sleep(3)', atCommit(change), work);

export async function whileMissing<Done>(sql: Sql, table: string, work: () => Promise<Done>): Promise<Done> {
  await sql(`alter table ${table} rename to table_away`);
  return followedBy(work, () => sql(`alter table table_away rename to ${table}`));
}

/** Switches maintenance in the database, and waits until the sites follow. */
export async function setMaintenance(sql: Sql, isOn: boolean, ...sites: { url: string }[]): Promise<void> {
  await sql('update site_status set maintenance_mode = $1, message = null', [isOn]);
  for (const { url } of sites) await expect.poll(async () => (await fetch(url)).status).toBe(isOn ? 503 : 200);
}

/** A test database, and the built product on it. The parameters are those of `startApp`. */
export async function testSite(variables: Record<string, string> = {}, worksAhead = false) {
  const database = await testDatabase();
  return { ...database, site: await siteOn(database.url, variables, worksAhead) };
}

/** Another process of the built product on a test database. Call it at the top of the file. */
export const siteOn = async (DATABASE_URL: string, variables: Record<string, string> = {}, worksAhead = false) =>
  forFile(await startApp({ DATABASE_URL, ...variables }, worksAhead));
