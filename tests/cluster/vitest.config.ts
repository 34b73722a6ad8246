import { defineConfig } from 'vitest/config';

// One file at a time, because each measures times and the machine may have two cores.
export default defineConfig({
  test: {
    root: import.meta.dirname + '/../..',
    include: ['tests/cluster/*.test.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    globalSetup: ['tests/support/vitest-postgres.ts'],
    hookTimeout: 180_000,
  },
});
