import { setTimeout as sleep } from 'node:timers/promises';

export interface Watcher {
  /** It has ended, and a restart follows. */
  onEnd(reason: string): void;
  onStart(): void;
  onGivenUp(reason: string): void;
}

export interface Run {
  /** Waits for an answer. @throws Error with the last log lines if the server does not come up */
  answers(): Promise<void>;
  /** Resolves with the reason and the last log lines. */
  ended: Promise<string>;
}

const PAUSES_MS = [100, 500, 3000, 10_000, 30_000]; // before each start; a full disk may take a while
const LASTS_MS = 10_000; // a server that ends sooner counts as a failed start, although it answered

/** Restarts the server whenever it ends, until `isStopping`. Gives up after five failed starts in a row. */
export async function keepUp(
  running: Run,
  start: () => Run,
  watcher: Watcher,
  isStopping: () => boolean,
  pauses = PAUSES_MS,
): Promise<void> {
  let failed = 0;
  for (let run = running; ;) {
    const up = performance.now();
    let reason = await run.ended;
    if (isStopping()) return;
    watcher.onEnd(reason);
    if (performance.now() - up > LASTS_MS) failed = 0;
    for (let isUp = false; !isUp;) {
      if (failed === pauses.length) return watcher.onGivenUp(reason);
      await sleep(pauses[failed++], undefined, { ref: false });
      if (isStopping()) return;
      run = start();
      try {
        await run.answers();
        isUp = true;
      } catch (error) {
        reason = (error as Error).message;
      }
      if (isStopping()) return;
    }
    watcher.onStart();
  }
}
