import { setTimeout as sleep } from 'node:timers/promises';

/** Who wants to know what becomes of an embedded PostgreSQL that ends by itself. */
export interface Watcher {
  /** It has ended, and is started again. */
  onEnd(reason: string): void;
  onStart(): void;
  /** It could not be started again. */
  onGivenUp(reason: string): void;
}

/** One run of the server. */
export interface Run {
  /** Waits until it answers. @throws Error with its last log lines if it does not come up */
  answers(): Promise<void>;
  /** Resolves with its last words when it has ended. */
  ended: Promise<string>;
}

const PAUSES_MS = [100, 500, 3000, 10_000, 30_000]; // one before each start: a full disk may take a while
const LASTS_MS = 10_000; // one that ends sooner counts as a failed start, although it answered

/**
 * Starts the server again whenever it ends, until `isStopping`; after five failed starts in a row it gives up.
 * @param start begins a run
 */
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
