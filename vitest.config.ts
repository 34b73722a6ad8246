import { defineConfig } from 'vitest/config';

export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    restoreMocks: true,
    maxWorkers: 3, // most tests wait for a process or for time to pass
    projects: [
      {
        extends: true,
        test: { name: 'ui', environment: 'happy-dom', include: ['tests/unit/**/*.test.tsx', 'app/**/*.test.tsx'] },
      },
      {
        extends: true,
        test: {
          name: 'node',
          server: { deps: { external: [/\/build\/server\//] } }, // read as it is
          env: { LOG_LEVEL: 'error' },
          execArgv: ['--max-semi-space-size=64'], // a tenth of the CPU would go into what is soon garbage
          isolate: false, // a worker reads the libraries once, not for each of a hundred files: a quarter of the unit tests' CPU
          include: ['tests/unit/**/*.test.ts', 'tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/vitest-postgres.ts'],
          // A test that needs a second try is a failed one. So waits are long enough for a machine that does ten other
          // things; what the product promises in seconds is measured by the test of that promise.
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
