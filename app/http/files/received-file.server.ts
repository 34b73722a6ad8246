import fs from 'node:fs';
import path from 'node:path';
import type { BusboyFileStream } from '@fastify/busboy';
import type { Env } from '../../env.server.ts';
import { START_BYTES } from '../../schemas/limits.ts';

/** A file as it came. */
export interface ReceivedFile {
  /** What its sender calls it, in whatever state. */
  name: string;
  /** What its sender says it is. */
  type: string;
  /** In bytes, as far as it was read. */
  size: number;
  /** Its first bytes. */
  start: Buffer;
  /** Where it is kept for now. */
  path: string;
  /** It could not be kept. */
  isLost: boolean;
  /** It was one too many, or together they were too large. */
  isTooMuch: boolean;
}

/** Where files wait until they are kept. */
export const incoming = ({ dataDir }: Env) => path.join(dataDir, 'incoming');

/** A file that begins to come. @param isKept whether it is to be written to `file` */
export const newFile = (name = '', type: string, file: string, isKept: boolean): ReceivedFile => ({
  // What browsers encode in it (HTML standard, multipart/form-data encoding).
  name: name.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
  type,
  size: 0,
  start: Buffer.alloc(0),
  path: file,
  isLost: !isKept,
  isTooMuch: !isKept,
});

/**
 * Takes what comes of a file. What cannot be written, as the disk may be full, is lost without stopping the form.
 * @param told hears of the bytes that came
 */
export async function take(stream: BusboyFileStream, file: ReceivedFile, told: (bytes: number) => void): Promise<void> {
  const lose = () => void (file.isLost = true);
  const target = file.isLost ? null : await fs.promises.open(file.path, 'wx', 0o600).catch(() => (lose(), null));
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (file.start.length < START_BYTES) file.start = Buffer.concat([file.start, chunk]).subarray(0, START_BYTES);
      file.size += chunk.length;
      told(chunk.length);
      if (!file.isLost) await target?.writeFile(chunk).catch(lose);
    }
  } finally {
    await target?.close();
  }
}
