import { defineConfig } from 'vitest/config';

export default defineConfig({
  esbuild: { jsx: 'automatic' },
  test: {
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    restoreMocks: true,
    maxWorkers: 3, // most tests wait for a process or for time to pass
    retry: process.env.CI ? 2 : 0, // shared machines stall: limits in seconds may pass for no fault of ours
    projects: [
      {
        extends: true,
        test: { name: 'ui', environment: 'happy-dom', include: ['tests/unit/**/*.test.tsx', 'app/**/*.test.tsx'] },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/unit/**/*.test.ts', 'tests/integration/**/*.test.ts'],
          globalSetup: ['tests/support/vitest-postgres.ts'],
          testTimeout: 15_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
