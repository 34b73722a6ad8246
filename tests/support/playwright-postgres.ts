import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

const variable = 'TEST_POSTGRES'; // Playwright's workers inherit the environment of the global set-up

export default async function setup(): Promise<() => Promise<void>> {
  const { postgres, stop } = await startTestPostgres();
  process.env[variable] = JSON.stringify(postgres);
  return stop;
}

export const runningPostgres = (): TestPostgres => JSON.parse(process.env[variable]!) as TestPostgres;
