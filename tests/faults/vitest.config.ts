import { defineConfig } from 'vitest/config';

// One file at a time, because each measures times and the machine may have two cores.
export default defineConfig({
  test: {
    root: import.meta.dirname + '/../..',
    include: ['tests/faults/*.test.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    globalSetup: ['tests/support/vitest-postgres.ts'],
    hookTimeout: 180_000,
  },
});
