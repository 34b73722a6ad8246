import fs from 'node:fs';
import path from 'node:path';
import { findApp } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import type { DocumentStore } from '../../storage/document-store.ts';
import type { Owner } from '../../storage/sweep-orphans.server.ts';
import type { Env } from '../../env.server.ts';
import { incomingFolder } from '../../http/files/received-file.server.ts';
import { removeFiles } from './enquiry-files.server.ts';

/** Files lose their rows when an older backup is restored. */
export const enquiryFiles: Owner = {
  keys: /^enquiry-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  owned: `select 'enquiry-' || id as key from enquiry_files
    where id in (select substr(key, 9)::uuid from jsonb_array_elements_text(?::jsonb) key)`,
};

const BATCH = 200;
const GRACE_MS = 3_600_000; // the files of an enquiry are stored before its row

/**
 * Removes the files of deleted or never stored enquiries, and what a killed process left in `incoming`.
 * @returns how many were removed from the store @throws Error if store or database fails; the next sweep goes on
 */
export async function sweepEnquiryFiles(em: EntityManager, store: DocumentStore): Promise<number> {
  await sweepIncoming(findApp(em).env);
  let removed = 0;
  for (let last = BATCH; last === BATCH; removed += last) {
    // SQL: by the database's clock.
    const rows = await em.execute<{ id: string }[]>(
      `select id from enquiry_files where message_id is null and created_at < now() - make_interval(secs => ${GRACE_MS / 1000}) limit ${BATCH}`,
    );
    const ids = rows.map(({ id }) => id);
    await removeFiles(em, store, ids);
    last = ids.length;
  }
  return removed;
}

async function sweepIncoming(env: Env): Promise<void> {
  const folder = incomingFolder(env);
  for (const name of await fs.promises.readdir(folder).catch(() => [])) {
    const entry = path.join(folder, name);
    const found = await fs.promises.stat(entry).catch(() => null);
    if (found && Date.now() - found.mtimeMs > GRACE_MS) await fs.promises.rm(entry, { recursive: true, force: true });
  }
}
