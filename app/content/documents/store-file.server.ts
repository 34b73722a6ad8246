import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { log } from '../../http/log.server.ts';
import type { DocumentStore } from '../../storage/document-store.ts';
import { documentFiles } from './documents.server.ts';

/**
 * Keeps a file: in the store first, then its row by `save`, so that no row is ever without its file. If the row does not
 * take it, the file goes again, unless another row names it: two processes may give one key in the same millisecond. If
 * nobody can say whether the row arrived (the connection broke), the file stays until the sweep.
 */
export async function storeFile<Saved extends { isNamed: boolean }>(
  em: EntityManager,
  store: DocumentStore,
  key: string,
  bytes: Uint8Array,
  onLeftBehind: (error: unknown) => void,
  save: () => Promise<Saved>,
): Promise<Saved> {
  const removeUnlessNamed = async () => {
    const [named] = await em.execute(documentFiles.owned, [JSON.stringify([key])]);
    if (!named) await store.remove(key);
  };
  try {
    await store.put(key, bytes);
  } catch (error) {
    // A store that answers too late may have kept it; the editor does not wait for a second answer.
    void removeUnlessNamed().catch(onLeftBehind);
    throw error;
  }
  try {
    const saved = await save();
    if (!saved.isNamed) await removeUnlessNamed().catch(onLeftBehind);
    return saved;
  } catch (error) {
    if (wasRefused(error)) await removeUnlessNamed().catch(onLeftBehind);
    throw error;
  }
}

export const logLeftBehind = (context: AppLoadContext) => (error: unknown) =>
  log.warn({ requestId: context.requestId, err: error }, 'file left behind for the sweep');

/** Whether PostgreSQL itself said no (a SQLSTATE), or never heard of it; a connection that broke leaves it open. */
function wasRefused(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return /^(?!08)(\d\d|P0|XX)[0-9A-Z]{3}$/.test(code) || code === 'ECONNREFUSED';
  }
  return false;
}
