import { afterAll, onTestFinished } from 'vitest';

/** Stops `started` after the tests of the file, the last one first. Call it at the top of the file. */
export function forFile<Started extends { stop(): unknown }>(started: Started): Started {
  afterAll(async () => void (await started.stop()));
  return started;
}

export function forTest<Started extends { stop(): unknown }>(started: Started): Started {
  onTestFinished(async () => void (await started.stop()));
  return started;
}
