import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

// To see how a test failed run it again with `--trace on`: tracing every test costs a third of the time.
// Journeys without JavaScript stand in tests/e2e/no-javascript.spec.ts; all else is about what only scripts or a browser do.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/playwright-postgres.ts',
  workers: 3, // on two cores: a browser waits as often as it works
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 0, // a test that needs a second try is a failed one
  forbidOnly: Boolean(process.env.CI),
  reporter: [
    ['dot'], // what failed is told at the end, where CI's output is not cut
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as ['json']] : []),
  ],
  use: {
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
  },
});
