import { afterAll, onTestFinished } from 'vitest';

/** Stops what a file has started after its tests, the last one first. Call it at the top of the file. */
export function forFile<Started extends { stop(): unknown }>(started: Started): Started {
  afterAll(async () => void (await started.stop()));
  return started;
}

/** Stops what the present test has started when the test is over. */
export function forTest<Started extends { stop(): unknown }>(started: Started): Started {
  onTestFinished(async () => void (await started.stop()));
  return started;
}
