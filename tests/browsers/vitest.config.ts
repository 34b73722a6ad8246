import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { findBrowsers } from '../../scripts/browsers.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    browser: string;
  }
}

const { found } = await findBrowsers();

const root = path.resolve(import.meta.dirname, '../..');

export default defineConfig({
  test: {
    root,
    fileParallelism: false, // journeys measure parts of a second
    globalSetup: ['tests/support/vitest-postgres.ts'],
    projects: found.map((browser) => ({
      test: {
        name: browser,
        root,
        include: ['tests/browsers/*.test.ts'],
        provide: { browser },
        testTimeout: 60_000,
        hookTimeout: 120_000,
        expect: { poll: { timeout: 10_000 } },
      },
    })),
  },
});
