import { expect } from 'vitest';
import type { Actor } from '#app/audit/activities.server.ts';
import { versionedDocuments } from '#app/content/documents/documents.server.ts';
import { saveVersioned, type Versioned, type VersionedRow } from '#app/content/versions/versioned.server.ts';
import { undo } from '#app/content/versions/undo.server.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import type { TestDatabase } from './test-postgres.ts';

const actor = (who: string): Actor => ({ who, address: null });
export const [ann, ben] = [actor('ann@example.com'), actor('ben@example.com')];

/** Two editors who change items with a history, always on the newest state; Ann unless a test names somebody. */
export function twoEditors(sql: TestDatabase['sql'], app: App) {
  const em = () => forkEntityManager(app);
  const versionOf = ({ table }: Pick<Versioned, 'table'>, id: number) =>
    sql.value<number>(`select version from ${table} where id = $1`, [id]);

  async function put<Row extends VersionedRow>(kind: Versioned<Row>, id: number, fields: object, by = ann) {
    const version = await versionOf(kind, id);
    const saved = await saveVersioned(em(), kind, { id } as never, version, fields as Partial<Row>, by);
    expect(saved.outcome).toBe('saved');
    return (saved as { revision?: number }).revision;
  }
  /** Saves the first field of an item, such as its title. @returns the revision */
  const save = async <Row extends VersionedRow>(kind: Versioned<Row>, id: number, text: string, by = ann) =>
    (await put(kind, id, { [Object.keys(kind.fields)[0]!]: text }, by))!;
  const saveOrder = (id: number, displayOrder: number, by = ann) => put(versionedDocuments, id, { displayOrder }, by);

  return { em, save, saveOrder, undoIt: (revision: number, by = ann) => undo(em(), revision, by), versionOf };
}
