import { perApp, type App } from './app.ts';
import { onChange } from './changes.ts';
import { forkEntityManager, type EntityManager } from './orm.ts';

/**
 * Content that every page view needs, held by each app: read at start, and again when its table changes and after every
 * reconnect. So a page view needs no query, and pages are served while the database is gone.
 */
export interface CachedSnapshot<T> {
  /** What was last read. */
  get(app: App): T;
  /** Reads the content from the database now. */
  refresh(app: App): Promise<void>;
  /**
   * Reads the content after a change, so that the next page of the person who made it shows it. If the read fails, the
   * change is saved all the same, and the change notice starts another read.
   */
  showChange(app: App): Promise<void>;
}

interface Declared extends CachedSnapshot<unknown> {
  table: string;
  /** The log's words for a read that failed. */
  failure: string;
}
/** By their tables, of which one may have several. */
const declared: Declared[] = [];

/**
 * Declares a cached snapshot of a table.
 * @param table the table whose changes make it outdated
 * @param empty what holds until the first read
 * @param failure what the log says when it cannot be read
 */
export function cachedSnapshot<T>(
  table: string,
  empty: T,
  load: (em: EntityManager) => Promise<T>,
  failure = 'cached snapshot could not be read',
): CachedSnapshot<T> {
  // By the declaration: in development one that was loaded anew begins anew.
  const states = new WeakMap<App, { value: T; running: Promise<void> | null; again: boolean }>();
  const find = (app: App) => {
    const state = states.get(app) ?? { value: empty, running: null, again: false };
    states.set(app, state);
    return state;
  };
  async function read(app: App): Promise<void> {
    const state = find(app);
    do {
      state.again = false;
      const next = await load(forkEntityManager(app));
      state.value = next;
    } while (state.again); // the table changed while we were reading
    announceChange(app);
  }
  const item: CachedSnapshot<T> = {
    get: (app) => find(app).value,
    refresh(app) {
      const state = find(app);
      if (state.running) state.again = true;
      state.running ??= read(app).finally(() => (state.running = null));
      return state.running;
    },
    showChange: (app) => item.refresh(app).catch(() => {}),
  };
  declared.push({ ...item, table, failure });
  return item;
}

const findVersions = perApp('snapshot versions', () => ({ version: 0, onVersion: new Set<() => void>() }));

/**
 * Makes pages from before outdated, also though nothing was saved: time has passed, and the content means something else.
 */
export function announceChange(app: App): void {
  const versions = findVersions(app);
  versions.version++;
  versions.onVersion.forEach((tell) => tell());
}

/** Counts every change of a snapshot: what was made from an older count is outdated. */
export const snapshotVersion = (app: App): number => findVersions(app).version;

/** Calls `tell` after every change of a snapshot. @returns what ends it */
export function onSnapshotVersion(app: App, tell: () => void): () => void {
  const { onVersion } = findVersions(app);
  onVersion.add(tell);
  return () => void onVersion.delete(tell);
}

/** Reads all snapshots. @throws Error if the database does not answer */
export async function refreshAllSnapshots(app: App): Promise<void> {
  await Promise.all(declared.map((item) => item.refresh(app)));
}

const RETRY_MS = 1000;

/**
 * Follows the database from now on.
 * @param onError is called when a read fails, with its `failure`; the old content stays until a read a second later
 * @returns what ends it
 */
export function followChanges(app: App, onError: (error: unknown, failure: string) => void): () => void {
  let hasEnded = false;
  const follow = (item: Declared): void => {
    if (hasEnded) return;
    void item.refresh(app).catch((error: unknown) => {
      if (hasEnded) return;
      onError(error, item.failure);
      setTimeout(() => follow(item), RETRY_MS).unref();
    });
  };
  const unfollow = onChange(app, (changed) => {
    for (const item of declared) if (changed === null || changed === item.table) follow(item);
  });
  return () => {
    hasEnded = true;
    unfollow();
  };
}
