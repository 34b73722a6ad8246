import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

const variable = 'TEST_POSTGRES'; // Playwright's workers inherit the environment of its global set-up

/** Playwright's global set-up: one PostgreSQL for all workers. */
export default async function setup(): Promise<() => Promise<void>> {
  const { postgres, stop } = await startTestPostgres();
  process.env[variable] = JSON.stringify(postgres);
  return stop;
}

/** The PostgreSQL of this run, in a worker. */
export const runningPostgres = (): TestPostgres => JSON.parse(process.env[variable]!) as TestPostgres;
