import { onTestFinished } from 'vitest';

/** Stops what the present test has started when the test is over. */
export function forTest<Started extends { stop(): unknown }>(started: Started): Started {
  onTestFinished(async () => void (await started.stop()));
  return started;
}
