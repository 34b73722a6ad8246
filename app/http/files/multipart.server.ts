import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { makePrivateFolder } from '#db/make-folder.ts';
import type { Env } from '../../env.server.ts';
import { incomingFolder, newFile, saveStream, type ReceivedFile } from './received-file.server.ts';
import { freeBuffers } from '../memory/tidy-memory.ts';
import { storableText } from '../storable-text.ts';

/** What exceeds a limit is read, dropped and reported. */
type Limits = Record<'maxFiles' | 'maxFileBytes' | 'maxBytes' | 'maxBodyBytes' | 'maxFieldBytes', number>;

export type ReceivedForm = Awaited<ReturnType<typeof receiveForm>>;

export class MultipartError extends Error {
  override name = 'MultipartError';
  readonly status: 400 | 413;
  constructor(status: 400 | 413) {
    super(`multipart body refused: ${status}`);
    this.status = status;
  }
}

/** How long the parser may take for a chunk, without a file and while one is written. */
const PARSER_MS = 250;
const DISK_MS = 10_000;

/**
 * Streams a form with files to disk. A file over a limit is read but not kept, so that its form can say so.
 * @returns the form, its files, and `discard`, which deletes them
 * @throws MultipartError, and errors of the connection and the disk
 */
export async function receiveForm(env: Env, request: Request, limits: Limits) {
  const folder = path.join(incomingFolder(env), randomBytes(12).toString('hex'));
  const discard = () => fs.promises.rm(folder, { recursive: true, force: true });
  try {
    return { ...(await readParts(request, limits, folder)), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function readParts(request: Request, limits: Limits, folder: string) {
  await makePrivateFolder(folder).catch(() => {}); // without a folder the files are lost, not the form
  const form = new FormData();
  const files: ReceivedFile[] = [];
  const streams: BusboyFileStream[] = [];
  const saving: Promise<void>[] = [];
  let open = 0; // files that are being read
  let text = 0;
  let bytes = 0;
  let refusal: MultipartError | undefined;
  const parser = openParser(request, limits);
  const giveUp = (status: 400 | 413) => void (refusal ??= new MultipartError(status));
  parser.on('field', (name, value, isNameCut, isCut) => {
    text += value.length;
    if (isCut || text > limits.maxFieldBytes) giveUp(413);
    else if (isNameCut) giveUp(400);
    else form.append(name, storableText(value));
  });
  parser.on('fieldsLimit', () => giveUp(400)).on('partsLimit', () => giveUp(400));
  parser.on('file', (_field, stream, name, _encoding, type) => {
    // One file above the limit is received, so that its form can say so.
    const isKept = files.length < limits.maxFiles && bytes <= limits.maxBytes;
    const file = newFile(name, type, path.join(folder, String(files.length)), isKept);
    files.push(file);
    streams.push(stream);
    open++;
    const saved = saveStream(stream as AsyncIterable<Buffer>, file, (size) => (bytes += size)).finally(() => open--);
    saved.catch(() => {}); // thrown below
    stream.on('error', () => {}); // destroyed below, when nobody listens any more
    saving.push(saved);
  });
  let size = 0;
  let watched: NodeJS.Timeout | undefined;
  const stuck = Promise.withResolvers<never>();
  // Some bodies make the parser wait for ever, such as one that ends before it begins. While a file is written it waits
  // for the disk.
  const watch = (patience = PARSER_MS) => {
    watched = setTimeout(() => {
      if (open && patience < DISK_MS) watch(DISK_MS);
      else stuck.reject(new MultipartError(400)); // a destroyed parser would report nothing
    }, patience);
  };
  async function* measured(body: AsyncIterable<Buffer>) {
    for await (const chunk of body) {
      size += chunk.length;
      freeBuffers(chunk.length);
      if (size > limits.maxBodyBytes) giveUp(413);
      // A refused body is read to its end, or the sender would miss the answer.
      if (refusal) continue;
      watch();
      yield chunk;
      clearTimeout(watched);
    }
    watch(); // for the end
  }
  const source = Readable.fromWeb(request.body! as WebStream);
  try {
    const read = pipeline(source, measured, parser);
    read.catch(() => {}); // it may fail later, when nobody waits for it
    await Promise.race([read, stuck.promise]);
  } catch (error) {
    source.destroy();
    for (const stream of streams) stream.destroy(error as Error); // the parser leaves them open
    await Promise.allSettled(saving);
    throw refusal ?? (isBroken(error, request) ? error : new MultipartError(400));
  } finally {
    clearTimeout(watched);
  }
  await Promise.all(saving);
  if (refusal) throw refusal;
  return { form, files: files.filter(({ name, size }) => name || size) }; // an empty field is sent as a file without a name
}

function openParser(request: Request, limits: Limits) {
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: {
        fields: 100,
        fieldSize: limits.maxFieldBytes,
        fieldNameSize: 100,
        files: limits.maxFiles + 1,
        parts: 1000, // also those that are neither; far too many files still come back with words
        fileSize: limits.maxFileBytes + 1,
        headerPairs: 10,
      },
    });
  } catch {
    throw new MultipartError(400); // a multipart body without a boundary
  }
}

const isBroken = (error: unknown, request: Request): boolean =>
  request.signal.aborted || typeof (error as { code?: unknown }).code === 'string';
