import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '#db/app.ts';
import { onSnapshotVersion, snapshotVersion } from '#db/cached-snapshot.ts';
import { endOfLocalDay } from '../time/dates.ts';
import { log } from '../http/log.server.ts';
import { cachedPage } from '../http/page-cache.server.ts';
import { pageKeys } from '../http/page-keys.server.ts';

const QUIET_MS = 1000; // staff save several things in a row, and a rush of changes is one

/**
 * Renders and compresses every public page ahead, in the themes in use, after a start, after each change and at
 * midnight, so that no visitor is the first to ask. It makes one page at a time and compresses beside the event loop,
 * so that visitors who ask meanwhile go first.
 * @param make renders the page of a key, so that the cache keeps it
 * @param isClosed whether the site is closed; its reopening is a change, too
 * @returns a function that ends this
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
      if (isOver || version !== snapshotVersion(app)) return; // another run makes it
      if (isClosed()) break;
      try {
        if (!cachedPage(app, key)) await make(key);
        await cachedPage(app, key)?.compressed;
      } catch (error) {
        log.warn({ err: error }, 'page could not be made ahead');
      }
      await turn();
    }
    // If something changed during the last page, the next run is set already.
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
