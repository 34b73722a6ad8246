const LOOK_MS = 5000;
const QUIET = 10; // requests between two looks
const RUSH = 500; // requests that leave something to tidy up

type Collect = (options: { type: 'major' | 'minor'; flavor?: 'last-resort' }) => void;
const collector = () => (globalThis as { gc?: Collect }).gc;

/**
 * For work that goes through much memory in small pieces: frees what was needed for a moment only, buffers above all,
 * which lie outside of V8's heap. V8 by itself would do so a hundred MiB later. Needs node's `--expose-gc`, and without
 * it does nothing.
 * @param isThorough also what has outlived such a call before; it takes some 50 ms in place of one
 */
export const freeMemory = (isThorough: boolean): void => collector()?.({ type: isThorough ? 'major' : 'minor' });

/**
 * Frees the memory of a rush once it is over; V8 by itself would keep it for the next one. This takes about a tenth of
 * a second, at a time when nobody waits. Needs node's `--expose-gc`, and without it does nothing.
 * @returns what to call for every request
 */
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
