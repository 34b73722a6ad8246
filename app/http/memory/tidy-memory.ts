const LOOK_MS = 5000;
const QUIET = 10; // requests between two looks
const RUSH = 500; // requests that leave something to tidy up

type Collect = (options: { type: 'major' | 'minor'; flavor?: 'last-resort' }) => void;
const collector = () => (globalThis as { gc?: Collect }).gc;

/**
 * Frees short-lived buffers, which V8 would keep for another hundred MiB. Needs node's `--expose-gc`.
 * @param isThorough frees what survived earlier calls, too, in some 50 ms instead of one
 */
export const freeMemory = (isThorough: boolean): void => collector()?.({ type: isThorough ? 'major' : 'minor' });

// In bytes of all bodies. Ten forms of 25 MiB at once then take 14 MiB, and 60 if left to V8.
const FREE_AFTER = 1024 * 1024;
const FREE_ALL_AFTER = 6;
let come = 0;
let freed = 0;

/** Frees the buffers of streams, which V8 would leave for long. @param bytes that have just come */
export function tidyUp(bytes: number): void {
  come += bytes;
  if (come < FREE_AFTER) return;
  come = 0;
  freeMemory(++freed % FREE_ALL_AFTER === 0);
}

/** Needs node's `--expose-gc`. @returns called for every request */
export function tidyMemoryAfterRushes(): () => void {
  const collect = collector();
  if (!collect) return () => {};
  let since = 0;
  let looked = 0;
  setInterval(() => {
    const isQuiet = since - looked < QUIET;
    if (isQuiet && since >= RUSH) {
      collect({ type: 'major', flavor: 'last-resort' });
      since = 0;
    }
    looked = since;
  }, LOOK_MS).unref();
  return () => void since++;
}
