import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '#db/app.ts';
import { onSnapshotVersion, snapshotVersion } from '#db/cached-snapshot.ts';
import { endOfLocalDay } from '../time/dates.ts';
import { log } from '../http/log.server.ts';
import { cachedPage, pageKeys } from '../http/page-cache.server.ts';

const QUIET_MS = 1000; // staff save several things in a row; a rush of changes is one

/**
 * Renders every public page after a start, a change and midnight, one at a time, so that no visitor has to wait for it.
 * @param make renders the page of a key into the cache
 * @param isClosed the reopening of the site is a change, too
 * @returns a function that stops it
 */
export function keepPagesReady(app: App, make: (key: string) => Promise<void>, isClosed: () => boolean): () => void {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const soon = (ms = QUIET_MS) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void makeAll(), ms).unref();
  };
  async function makeAll(): Promise<void> {
    const version = snapshotVersion(app);
    for (const key of pageKeys(app)) {
      if (isOver || version !== snapshotVersion(app)) return; // another run makes the rest
      if (isClosed()) break;
      try {
        if (!cachedPage(app, key)) await make(key);
        await cachedPage(app, key)?.compressed;
      } catch (error) {
        log.warn({ err: error }, 'page could not be made ahead');
      }
      await turn();
    }
    // A change during the last page has scheduled the next run.
    if (version === snapshotVersion(app)) soon(endOfLocalDay(app.clock.now()) - app.clock.now() + QUIET_MS);
  }
  const unfollow = onSnapshotVersion(app, () => soon());
  soon();
  return () => {
    isOver = true;
    unfollow();
    clearTimeout(timer);
  };
}
