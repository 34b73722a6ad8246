import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { paths } from '#app/paths.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import type { Visitor } from '../support/visitor.ts';

/** An enquiry with a unique subject; `files` has their hashes by name. */
export interface SentWithFiles {
  subject: string;
  files: Record<string, string>;
}

export const hashOf = (bytes: ArrayBuffer | Uint8Array) => hash('sha256', new Uint8Array(bytes));

export async function hashesOf(files: File[]): Promise<Record<string, string>> {
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.name, hashOf(await file.arrayBuffer())] as const)),
  );
}

/** Counts enquiries with files, and those that lack a file or a byte or that are stored twice. */
export async function judgeFiles(sql: TestDatabase['sql'], staff: Visitor, acknowledged: SentWithFiles[]) {
  const rows = await sql<{ subject: string; message_id: number; id: string; name: string }>(
    `select subject, m.id as message_id, f.id, f.name from messages m join enquiry_files f on f.message_id = m.id
     order by f.position`,
  );
  let lost = 0;
  for (const { subject, files } of acknowledged) {
    const own = rows.filter((row) => row.subject === subject);
    const opened: [string, string][] = [];
    for (const { message_id, id, name } of own)
      opened.push([name, hashOf(await (await staff.get(paths.admin.enquiryFile(message_id, id))).arrayBuffer())]);
    if (JSON.stringify(opened) !== JSON.stringify(Object.entries(files))) lost++;
  }
  const messages = await sql<{ subject: string }>(`select subject from messages where subject like 'Drawings%'`);
  return { stored: messages.length, lost, doubled: messages.length - new Set(messages.map((m) => m.subject)).size };
}

const foldersOf = (dataDir: string) => ({
  documents: path.join(dataDir, 'documents'),
  incoming: path.join(dataDir, 'incoming'),
});

/** Counts files that killed processes have left. */
export async function leftBehind(sql: TestDatabase['sql'], dataDir: string) {
  const { documents, incoming } = foldersOf(dataDir);
  const rows = await sql<{ key: string; message_id: number | null }>(
    `select 'enquiry-' || id as key, message_id from enquiry_files
     union all select file_path, 0 from pdf_documents`,
  );
  const owned = new Set(rows.map(({ key }) => key));
  const names = fs.readdirSync(documents);
  const kept = new Set(names.filter((name) => !name.startsWith('.')));
  return {
    rowsWithoutMessage: rows.filter(({ message_id }) => message_id === null).length,
    rowsWithoutFile: [...owned].filter((key) => !kept.has(key)).length,
    filesWithoutRow: [...kept].filter((key) => !owned.has(key)).length,
    partialFiles: names.filter((name) => name.startsWith('.partial-')).length,
    incoming: fs.readdirSync(incoming).length,
  };
}

/** Makes all files two hours older, so that none can still be in use. */
export async function letTimePass(sql: TestDatabase['sql'], dataDir: string): Promise<void> {
  await sql(`update enquiry_files set created_at = created_at - interval '2 hours'`);
  const then = new Date(Date.now() - 7_200_000);
  for (const folder of Object.values(foldersOf(dataDir)))
    for (const name of fs.readdirSync(folder)) fs.utimesSync(path.join(folder, name), then, then);
}
