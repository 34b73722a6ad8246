import { setImmediate as turn } from 'node:timers/promises';
import { onSnapshotVersion, snapshotVersion } from '#db/cached-snapshot.ts';
import { endOfLocalDay } from '../ui/dates.ts';
import { log } from './log.server.ts';
import { keptPage } from './page-cache.server.ts';
import { pageKeys } from './page-keys.server.ts';

const QUIET_MS = 1000; // staff save several things in a row, and a rush of changes is one

/**
 * Renders and compresses every public page ahead, after a start, after each change and at midnight, so that no visitor is
 * the first to ask: each in the themes that are in use. One page at a time, its compression beside the event loop: who asks meanwhile goes first.
 * @param make renders the page of a key, which keeps it
 * @param isClosed whether there are no pages now; the end of that is a change, too
 * @returns what ends it
 */
export function keepPagesReady(make: (key: string) => Promise<void>, isClosed: () => boolean): () => void {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const soon = (ms = QUIET_MS) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void makeAll(), ms).unref();
  };
  async function makeAll(): Promise<void> {
    const version = snapshotVersion();
    for (const key of pageKeys()) {
      if (isOver || version !== snapshotVersion()) return; // then it is another run's
      if (isClosed()) break;
      try {
        if (!keptPage(key)) await make(key);
        await keptPage(key)?.compressed;
      } catch (error) {
        log.warn({ err: error }, 'page could not be made ahead');
      }
      await turn();
    }
    // After a change during the last page the next run is set already.
    if (version === snapshotVersion()) soon(endOfLocalDay(Date.now()) - Date.now() + QUIET_MS);
  }
  onSnapshotVersion(() => soon());
  soon();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
