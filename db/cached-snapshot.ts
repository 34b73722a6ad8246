import { onChange } from './changes.ts';
import { forkEntityManager, type EntityManager } from './orm.ts';
import { remember } from './remember.ts';

/**
 * Content that every page view needs, held in this process: read at start, read again when its table changes and after
 * every reconnect. A page view asks no database, and pages outlive one that is gone.
 */
export interface CachedSnapshot<T> {
  /** What was last read. */
  get(): T;
  /** Reads it from the database now. */
  refresh(): Promise<void>;
  /**
   * Reads it after a change, so that the next page of whoever made it shows it. What was saved is saved: should this read
   * fail, the change notice brings the next.
   */
  showChange(): Promise<void>;
  /** Says that it means something else from now on, though nothing was saved: time has passed. */
  announce(): void;
  /** What the log says when it cannot be read. */
  failure: string;
}

interface Registry {
  all: Map<string, CachedSnapshot<unknown>>;
  version: number;
  onVersion: Set<() => void>;
}
const registry = remember<Registry>('snapshots', () => ({ all: new Map(), version: 0, onVersion: new Set() }));

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
    } while (again); // it changed while we were reading
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
  registry.all.set(table, item as CachedSnapshot<unknown>);
  return item;
}

/** Counts every change of a snapshot: what was made from an older count is outdated. */
export const snapshotVersion = (): number => registry.version;

/** Calls `tell` after every change of a snapshot. */
export function onSnapshotVersion(tell: () => void): void {
  registry.onVersion.add(tell);
}

/** Reads all snapshots. @throws Error if the database does not answer */
export async function refreshAllSnapshots(): Promise<void> {
  await Promise.all([...registry.all.values()].map((item) => item.refresh()));
}

const RETRY_MS = 1000;

/**
 * Follows the database from now on.
 * @param onError hears of a read that failed, and its `failure`; what was known stays, and is read again a second later
 */
export function followChanges(onError: (error: unknown, failure: string) => void): () => void {
  const follow = (item: CachedSnapshot<unknown>): void =>
    void item.refresh().catch((error: unknown) => {
      onError(error, item.failure);
      setTimeout(() => follow(item), RETRY_MS).unref();
    });
  return onChange((changed) => {
    for (const [table, item] of registry.all) if (changed === null || changed === table) follow(item);
  });
}
