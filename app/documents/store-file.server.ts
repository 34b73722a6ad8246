import type { DocumentStore } from '../storage/document-store.ts';

/** What became of a row that is to name a file. */
interface Kept {
  /** Whether a row names the file now. */
  isKept: boolean;
}

/**
 * Keeps a file: in the store first, then its row, so that no row is ever without its file. If the row does not take it
 * the file goes again. If nobody can say whether the row arrived (the connection broke), the file stays: the sweep
 * removes it unless there is a row.
 * @param onLeftBehind hears of a file that could not be removed
 * @param save saves the row that names it
 * @throws Error if the store or the database does not take it
 */
export async function storeFile<Saved extends Kept>(
  store: DocumentStore,
  key: string,
  bytes: Uint8Array,
  onLeftBehind: (error: unknown) => void,
  save: () => Promise<Saved>,
): Promise<Saved> {
  try {
    await store.put(key, bytes);
  } catch (error) {
    // A store that answers too late may have kept it; the editor does not wait for a second answer.
    void store.remove(key).catch(onLeftBehind);
    throw error;
  }
  try {
    const saved = await save();
    if (!saved.isKept) await store.remove(key).catch(onLeftBehind);
    return saved;
  } catch (error) {
    if (wasRefused(error)) await store.remove(key).catch(onLeftBehind);
    throw error;
  }
}

/** Whether PostgreSQL itself said no (a SQLSTATE), or never heard of it; a connection that broke leaves it open. */
function wasRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return /^(?!08)(\d\d|P0|XX)[0-9A-Z]{3}$/.test(code) || code === 'ECONNREFUSED';
  }
  return false;
}
