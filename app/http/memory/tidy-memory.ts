const LOOK_MS = 5000;
const QUIET = 10; // fewer requests than this between two looks end a rush
const RUSH = 500; // so many requests leave garbage worth collecting

const collect = (globalThis as { gc?: (options: { type: 'major' | 'minor'; flavor?: 'last-resort' }) => void }).gc;

/**
 * Frees short-lived buffers, which V8 would collect only after another hundred MiB. Needs node's `--expose-gc`.
 * @param isThorough also frees what survived earlier calls, in about 50 ms instead of one
 */
export const freeMemory = (isThorough: boolean): void => collect?.({ type: isThorough ? 'major' : 'minor' });

// In bytes of all bodies. Ten forms of 25 MiB at once then take 14 MiB, and 60 if V8 frees the memory.
const FREE_AFTER = 1024 * 1024;
const FREE_ALL_AFTER = 6;
let received = 0;
let freed = 0;

/** Frees the buffers of streams, which V8 would keep for long. @param bytes that have just been read */
export function freeBuffers(bytes: number): void {
  received += bytes;
  if (received < FREE_AFTER) return;
  received = 0;
  freeMemory(++freed % FREE_ALL_AFTER === 0);
}

let since = 0;
let looked = 0;

/** Collects garbage once after a rush. */
function tidy(): void {
  if (since - looked < QUIET && since >= RUSH) {
    collect?.({ type: 'major', flavor: 'last-resort' });
    since = 0;
  }
  looked = since;
}
if (collect) setInterval(tidy, LOOK_MS).unref();

/** To be called for every request. */
export const countForTidying = () => void since++;
