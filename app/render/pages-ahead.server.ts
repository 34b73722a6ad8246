import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '#db/app.ts';
import { onSnapshotVersion, snapshotVersion } from '#db/cached-snapshot.ts';
import { endOfLocalDay } from '../time/dates.ts';
import { log } from '../http/log.server.ts';
import { cachedPage, pageKeys } from '../http/page-cache.server.ts';

const QUIET_MS = 1000; // several saves in a row cause one run

/**
 * Renders every public page after a start, a change and midnight, one at a time, so that no visitor has to wait for it.
 * @param make renders the page of a key into the cache
 * @param isClosed a closed site renders nothing; its reopening counts as a change
 * @returns a function that stops it
 */
export function keepPagesReady(app: App, make: (key: string) => Promise<void>, isClosed: () => boolean): () => void {
  let timer: NodeJS.Timeout;
  let isOver = false;
  const schedule = (ms = QUIET_MS) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void makeAll(), ms).unref();
  };
  async function makeAll(): Promise<void> {
    const version = snapshotVersion(app);
    for (const key of pageKeys(app)) {
      if (isOver || version !== snapshotVersion(app)) return; // the next run renders the rest
      if (isClosed()) break;
      try {
        if (!cachedPage(app, key)) await make(key);
        await cachedPage(app, key)?.compressed;
      } catch (error) {
        log.warn({ err: error }, 'page could not be made ahead');
      }
      await turn();
    }
    // Not after a change during the last page, which has scheduled the next run already.
    if (version === snapshotVersion(app)) schedule(endOfLocalDay(app.clock.now()) - app.clock.now() + QUIET_MS);
  }
  const unfollow = onSnapshotVersion(app, () => schedule());
  schedule();
  return () => {
    isOver = true;
    unfollow();
    clearTimeout(timer);
  };
}
