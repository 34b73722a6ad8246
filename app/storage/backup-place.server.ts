import fs from 'node:fs';
import path from 'node:path';
import { Writable, type Readable } from 'node:stream';
import { perApp } from '#db/app.ts';
import { makeFolder } from '#db/make-folder.ts';
import { diskStore, isPartial, writeWhole } from './disk-store.server.ts';
import type { DocumentStore } from './document-store.ts';
import { s3Calls, s3SettingsOf, s3Store, type S3Settings } from './s3-store.server.ts';

export interface BackupPlace {
  called: string;
  /** Whole or not at all. */
  write<T>(name: string, produce: (to: Writable) => Promise<T>): Promise<T>;
  read(name: string): Promise<Readable | null>;
  remove(name: string): Promise<void>;
  list(): Promise<{ name: string; size: number }[]>;
}

export const findBackupPlace = perApp<BackupPlace>('backup place', ({ env }) =>
  env.S3_BUCKET ? inBucket(s3SettingsOf(env)) : inFolder(path.join(env.dataDir, 'backups')),
);

const keptIn = (store: DocumentStore) => ({
  read: async (name: string) => (await store.get(name))?.stream ?? null,
  remove: (name: string) => store.remove(name),
  list: () => Array.fromAsync(store.list(), ({ key, size }) => ({ name: key, size })),
});

function inFolder(folder: string): BackupPlace {
  return {
    ...keptIn(diskStore(folder)),
    called: 'the folder backups in DATA_DIR',
    async write(name, produce) {
      makeFolder(folder, 0o700);
      for (const left of fs.readdirSync(folder).filter(isPartial)) fs.rmSync(path.join(folder, left)); // of a killed process
      return writeWhole(folder, path.basename(name), (partial) =>
        produce(fs.createWriteStream(partial, { mode: 0o600, flush: true })),
      );
    },
  };
}

const PREFIX = 'backups/';
const PART_BYTES = 5 * 2 ** 20; // the least that S3 takes, for slow lines
const PART_MS = 45_000; // three tries

function inBucket(settings: S3Settings): BackupPlace {
  const Bucket = settings.bucket;
  const call = s3Calls(settings);
  const abort = (Key: string | undefined, UploadId: string | undefined) =>
    call('abort', (sdk) => new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));

  /** Removes parts that killed processes have left: nobody sees them, and everybody pays for them. */
  async function tidy(): Promise<void> {
    const left = await call('list uploads', (sdk) => new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: PREFIX }));
    for (const { Key, UploadId } of left.Uploads ?? []) await abort(Key, UploadId);
  }

  return {
    ...keptIn(s3Store(settings, PREFIX)),
    called: `the bucket ${Bucket} under ${PREFIX}`,
    async write(name, produce) {
      await tidy().catch(() => {}); // not every store can
      const Key = PREFIX + name;
      const begun = { Bucket, Key, ContentType: 'application/gzip' };
      const { UploadId } = await call('begin', (sdk) => new sdk.CreateMultipartUploadCommand(begun));
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      const send = async (Body: Buffer) => {
        const part = { Bucket, Key, UploadId, PartNumber: Parts.length + 1, Body, ContentLength: Body.length };
        const { ETag } = await call('put', (sdk) => new sdk.UploadPartCommand(part), PART_MS);
        Parts.push({ ETag, PartNumber: part.PartNumber });
      };
      try {
        const made = await produce(inParts(PART_BYTES, send));
        const whole = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
        await call('complete', (sdk) => new sdk.CompleteMultipartUploadCommand(whole));
        return made;
      } catch (error) {
        await abort(Key, UploadId).catch(() => {});
        throw error;
      }
    },
  };
}

/** Sends bytes on in parts of that size, one at a time, always in the same memory. */
function inParts(bytes: number, send: (part: Buffer) => Promise<void>): Writable {
  const part = Buffer.allocUnsafeSlow(bytes);
  let filled = 0;
  let isSent = false;
  const sendPart = async () => {
    await send(part.subarray(0, filled));
    filled = 0;
    isSent = true;
  };
  const take = async (chunk: Buffer) => {
    for (let at = 0; at < chunk.length;) {
      const copied = chunk.copy(part, filled, at);
      at += copied;
      filled += copied;
      if (filled === bytes) await sendPart();
    }
  };
  return new Writable({
    write: (chunk: Buffer, _encoding, done) => void take(chunk).then(() => done(), done),
    final: (done) => void (filled || !isSent ? sendPart() : Promise.resolve()).then(() => done(), done),
  });
}
