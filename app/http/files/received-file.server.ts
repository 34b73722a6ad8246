import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '#db/make-folder.ts';
import type { Env } from '../../env.server.ts';
import { START_BYTES } from '../../schemas/limits.ts';

export const incomingFolder = ({ dataDir }: Env) => path.join(dataDir, 'incoming');

export async function withTempFolder<Done>(env: Env, work: (folder: string) => Promise<Done>): Promise<Done> {
  const folder = path.join(incomingFolder(env), randomBytes(12).toString('hex'));
  await makePrivateFolder(folder);
  try {
    return await work(folder);
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}

export type ReceivedFile = ReturnType<typeof newFile>;

export const newFile = (name = '', type: string, file: string, isKept: boolean) => ({
  // Browsers encode these (HTML standard, multipart/form-data encoding).
  name: name.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  type, // as the sender claims
  size: 0, // in bytes, as far as it was read
  start: Buffer.alloc(0) as Buffer,
  path: file,
  isLost: !isKept,
  isOverLimit: !isKept, // there are too many files, or together they are too large
});

/** Writes a file to disk. If that fails, for example on a full disk, the file is lost and the form goes on. */
export async function saveStream(stream: AsyncIterable<Buffer>, file: ReceivedFile, onBytes: (bytes: number) => void) {
  const lose = () => void (file.isLost = true);
  const target = file.isLost ? null : await fs.promises.open(file.path, 'wx', 0o600).catch(() => (lose(), null));
  try {
    for await (const chunk of stream) {
      if (file.start.length < START_BYTES) file.start = Buffer.concat([file.start, chunk]).subarray(0, START_BYTES);
      file.size += chunk.length;
      onBytes(chunk.length);
      if (!file.isLost) await target?.writeFile(chunk).catch(lose);
    }
  } finally {
    await target?.close();
  }
}
