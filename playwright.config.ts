import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from './scripts/chromium.mjs';

// A journey runs twice, with and without JavaScript, unless its title carries @js or @no-js.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  globalSetup: './tests/support/playwright-postgres.ts',
  workers: 3, // on two cores: a browser waits as often as it works
  timeout: 30_000,
  expect: { timeout: 5000 },
  retries: process.env.CI ? 2 : 0, // shared machines stall; what needed a second try is named in the summary
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as ['json']] : [])],
  use: {
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure', // tracing every test costs a third of the time
    launchOptions: { executablePath: await findChromium(), args: chromiumFlags },
  },
  projects: [
    { name: 'with JavaScript', grepInvert: /@no-js\b/ },
    { name: 'without JavaScript', grepInvert: /@js\b/, use: { javaScriptEnabled: false } },
  ],
});
