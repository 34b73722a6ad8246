import { afterAll, inject } from 'vitest';
import { cloneDatabase, type TestDatabase } from './test-postgres.ts';

/** A database for the integration tests of one file, dropped after them. Call it at the top of the file. */
export async function testDatabase(): Promise<TestDatabase> {
  const database = await cloneDatabase(inject('postgres'));
  afterAll(() => database.drop());
  return database;
}
