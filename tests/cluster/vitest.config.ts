import faults from '../faults/vitest.config.ts';

export default { test: { ...faults.test, include: ['tests/cluster/*.test.ts'], testTimeout: 180_000 } };
