import { perApp, type App } from './app.ts';
import { onChange } from './changes.ts';
import { forkEntityManager, type EntityManager } from './orm.ts';

/**
 * Content that every page view needs. Each app reads it at start, when its table changes and after every reconnect. A page
 * view then needs no query, and pages work while the database is down.
 */
export interface CachedSnapshot<T> {
  get(app: App): T;
  refresh(app: App): Promise<void>;
  /**
   * Reads the content after a change, so that its author's next page shows it. A failed read does not undo the change: the
   * change notice starts another read.
   */
  showChange(app: App): Promise<void>;
}

interface Declared extends CachedSnapshot<unknown> {
  table: string;
  /** The log message of a failed read. */
  failure: string;
}
/** A table may have several. */
const declared: Declared[] = [];

/**
 * Declares a cached snapshot of a table.
 * @param table changes of this table make it outdated
 * @param empty the value before the first read
 * @param failure the log message of a failed read
 */
export function cachedSnapshot<T>(
  table: string,
  empty: T,
  load: (em: EntityManager) => Promise<T>,
  failure = 'cached snapshot could not be read',
): CachedSnapshot<T> {
  // The states belong to this call: in development, a reloaded module starts with new ones.
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
      state.value = await load(forkEntityManager(app));
    } while (state.again); // the table has changed during the read
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

/** Makes earlier pages outdated, also without a change of data: the same content can mean something else later. */
export function announceChange(app: App): void {
  const versions = findVersions(app);
  versions.version++;
  versions.onVersion.forEach((tell) => tell());
}

/** Counts all changes of snapshots. Whatever an older count produced is outdated. */
export const snapshotVersion = (app: App): number => findVersions(app).version;

/** Calls `tell` after every change of a snapshot. @returns a function that ends it */
export function onSnapshotVersion(app: App, tell: () => void): () => void {
  const { onVersion } = findVersions(app);
  onVersion.add(tell);
  return () => void onVersion.delete(tell);
}

/** @throws Error if the database does not answer */
export async function refreshAllSnapshots(app: App): Promise<void> {
  await Promise.all(declared.map((item) => item.refresh(app)));
}

const RETRY_MS = 1000;

/**
 * Reads snapshots again when the database changes.
 * @param onError gets a failed read and its `failure`; the old content stays until the next try a second later
 * @returns a function that ends it
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
