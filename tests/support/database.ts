import { afterAll, inject } from 'vitest';
import { startApp, type RunningApp } from './app.ts';
import { cloneDatabase, type TestDatabase } from './test-postgres.ts';

/** A database for the integration tests of one file, dropped after them. Call it at the top of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase(inject('postgres'));
  afterAll(() => database.drop());
  return database;
}

/** The same with the built product running on it. @param variables of its environment besides those of `startApp` */
export async function testSite(variables: Record<string, string> = {}): Promise<TestDatabase & { site: RunningApp }> {
  const database = await testDatabase();
  const site = await startApp({ DATABASE_URL: database.url, ...variables });
  afterAll(() => site.stop());
  return { ...database, site };
}
