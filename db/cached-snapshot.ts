import { onChange } from './changes.ts';
import { forkEntityManager, type EntityManager } from './orm.ts';
import { remember } from './remember.ts';

/**
 * Content that every page view needs, held in this process: read at start, and again when its table changes and after
 * every reconnect. So a page view needs no query, and pages are served while the database is gone.
 */
export interface CachedSnapshot<T> {
  /** What was last read. */
  get(): T;
  /** Reads the content from the database now. */
  refresh(): Promise<void>;
  /**
   * Reads the content after a change, so that the next page of the person who made it shows it. If the read fails, the
   * change is saved all the same, and the change notice starts another read.
   */
  showChange(): Promise<void>;
  /**
   * Makes pages from before outdated though nothing was saved: time has passed, and the content means something else.
   */
  announce(): void;
  /** The log's words for a read that failed. */
  failure: string;
}

interface Registry {
  /** By tables, of which one may have several; those of modules that dev has loaded anew stay. */
  all: Set<{ table: string; item: CachedSnapshot<unknown> }>;
  version: number;
  onVersion: Set<() => void>;
}
const registry = remember<Registry>('snapshots', () => ({ all: new Set(), version: 0, onVersion: new Set() }));

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
  let value = empty;
  let running: Promise<void> | null = null;
  let again = false;

  async function read(): Promise<void> {
    do {
      again = false;
      const next = await load(forkEntityManager());
      value = next;
    } while (again); // the table changed while we were reading
    announce();
  }
  function announce(): void {
    registry.version++;
    registry.onVersion.forEach((tell) => tell());
  }
  const item: CachedSnapshot<T> = {
    get: () => value,
    refresh() {
      if (running) again = true;
      running ??= read().finally(() => (running = null));
      return running;
    },
    showChange: () => item.refresh().catch(() => {}),
    announce,
    failure,
  };
  registry.all.add({ table, item: item as CachedSnapshot<unknown> });
  return item;
}

/** Counts every change of a snapshot: what was made from an older count is outdated. */
export const snapshotVersion = (): number => registry.version;

/** Calls `tell` after every change of a snapshot. @returns what ends it */
export function onSnapshotVersion(tell: () => void): () => void {
  registry.onVersion.add(tell);
  return () => void registry.onVersion.delete(tell);
}

/** Reads all snapshots. @throws Error if the database does not answer */
export async function refreshAllSnapshots(): Promise<void> {
  await Promise.all([...registry.all].map(({ item }) => item.refresh()));
}

const RETRY_MS = 1000;

/**
 * Follows the database from now on.
 * @param onError is called when a read fails, with its `failure`; the old content stays until a read a second later
 * @returns what ends it
 */
export function followChanges(onError: (error: unknown, failure: string) => void): () => void {
  let hasEnded = false;
  const follow = (item: CachedSnapshot<unknown>): void => {
    if (hasEnded) return;
    void item.refresh().catch((error: unknown) => {
      if (hasEnded) return;
      onError(error, item.failure);
      setTimeout(() => follow(item), RETRY_MS).unref();
    });
  };
  const unfollow = onChange((changed) => {
    for (const { table, item } of registry.all) if (changed === null || changed === table) follow(item);
  });
  return () => {
    hasEnded = true;
    unfollow();
  };
}
