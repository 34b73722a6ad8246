const LOOK_MS = 5000;
const QUIET = 10; // requests between two looks
const RUSH = 500; // requests that leave something to tidy up

type Collect = (options: { type: 'major'; flavor: 'last-resort' }) => void;

/**
 * Gives the memory of a rush back once it is over; V8 by itself would keep it for the next one. It takes about a tenth of
 * a second of a time in which nobody waits. Needs node's `--expose-gc`, and without it does nothing.
 * @returns what to call for every request
 */
export function tidyMemoryAfterRushes(): () => void {
  const collect = (globalThis as { gc?: Collect }).gc;
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
