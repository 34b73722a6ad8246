import fs from 'node:fs/promises';
import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import type { Env } from '#app/env.server.ts';
import { StoreFullError, StoreUnavailableError, isStoreKey, requireStoreKey, within } from './document-store.ts';
import type { DocumentStore } from './document-store.ts';

export type S3Settings = ReturnType<typeof s3SettingsOf>;

/** Without keys the AWS default chain looks for credentials. */
export function s3SettingsOf(env: Env) {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}

const CALL_MS = 14_000;
const CHECK_MS = 3000;
const SILENCE_MS = 10_000;
const FULL = /Quota|StorageFull|InsufficientStorage|\b507\b/; // of AWS, MinIO, Ceph and others

type Command<Input extends Sdk.ServiceInputTypes, Output extends Sdk.ServiceOutputTypes> = Parameters<
  typeof Sdk.S3Client.prototype.send<Input, Output>
>[0];

/** The SDK is loaded with the first call. */
export function s3Calls(settings: S3Settings) {
  let loading: Promise<{ sdk: typeof Sdk; client: Sdk.S3Client }> | undefined;

  return <Input extends Sdk.ServiceInputTypes, Output extends Sdk.ServiceOutputTypes>(
    operation: string,
    command: (sdk: typeof Sdk) => Command<Input, Output>,
    ms = CALL_MS,
  ): Promise<Output> =>
    within(ms, operation, async (abortSignal) => {
      const { sdk, client } = await (loading ??= connect(settings));
      return client.send(command(sdk), { abortSignal });
    }).catch((error: unknown) => {
      if (error instanceof StoreUnavailableError) throw error;
      const gave = describe(error);
      if (FULL.test(gave))
        throw new StoreFullError(`${operation}: S3_BUCKET has no room: the store gave ${gave}`, { cause: error });
      throw new StoreUnavailableError(`${operation}: the store gave ${gave}`, { cause: error });
    });
}

const PROBE = 'check.pdf'; // if it stays, it is swept like any orphan

/** One file at a time is in memory. */
let sending: Promise<unknown> = Promise.resolve();

/** @param prefix of the objects' names */
export function s3Store(settings: S3Settings, prefix = ''): DocumentStore {
  const Bucket = settings.bucket;
  const call = s3Calls(settings);
  const named = (key: string) => ({ Bucket, Key: prefix + key });
  let hasFailed = false; // the last put: a store may answer and yet take nothing

  const put = async (key: string, bytes: Uint8Array, ms = CALL_MS): Promise<void> => {
    requireStoreKey(key);
    // Every S3-compatible store takes one buffer, unlike streams and multipart uploads.
    const object = { ...named(key), Body: bytes, ContentLength: bytes.length, ContentType: typeOf(key) };
    const sent = call('put', (sdk) => new sdk.PutObjectCommand(object), ms);
    hasFailed = await sent.then(
      () => false,
      () => true,
    );
    await sent;
  };
  const remove = (key: string) => missingIsNull(call('remove', (sdk) => new sdk.DeleteObjectCommand(named(key))));

  return {
    put: (key, bytes) => put(key, bytes),

    putFile(key, file, size) {
      const end = performance.now() + CALL_MS; // includes the wait for those before it
      const sent = sending.then(async () => {
        const left = Math.ceil(end - performance.now());
        if (left <= 0) throw new StoreUnavailableError('put: those before took too long');
        const bytes = await fs.readFile(file);
        if (bytes.length !== size) throw new StoreUnavailableError(`put: ${bytes.length} of ${size} bytes`);
        await put(key, bytes, left);
      });
      sending = sent.catch(() => {});
      return sent;
    },

    async has(key) {
      if (!isStoreKey(key)) return false;
      return (await missingIsNull(call('has', (sdk) => new sdk.HeadObjectCommand(named(key))))) !== null;
    },

    async get(key, range) {
      if (!isStoreKey(key)) return null;
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await missingIsNull(call('get', (sdk) => new sdk.GetObjectCommand({ ...named(key), Range })));
      if (!found) return null;
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
      return { stream: endSilence(found.Body as Readable), size };
    },

    async remove(key) {
      if (isStoreKey(key)) await remove(key);
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const from = { Bucket, Prefix: prefix, ContinuationToken };
        const page = await call('list', (sdk) => new sdk.ListObjectsV2Command(from));
        for (const { Key = '', Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? []) {
          const key = Key.slice(prefix.length);
          if (isStoreKey(key)) yield { key, size, modifiedAt };
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },

    check: () =>
      within(CHECK_MS, 'check', async () => {
        if (hasFailed) await put(PROBE, Buffer.from('%PDF-'), CHECK_MS).then(() => remove(PROBE));
        await call('check', (sdk) => new sdk.HeadBucketCommand({ Bucket }), CHECK_MS);
      }),
  };
}

const typeOf = (key: string) => (key.endsWith('.pdf') ? 'application/pdf' : 'application/octet-stream');

async function connect({ region, endpoint, credentials, forcePathStyle }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    endpoint,
    credentials,
    forcePathStyle,
    maxAttempts: 3,
    // Many S3-compatible stores do not know the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without throwOnRequestTimeout the client only warns, and hangs.
    requestHandler: {
      connectionTimeout: 2000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
      // A slow visitor holds a socket while a document is sent; the default of 50 would then stop the others.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  });
  return { sdk, client };
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

const missingIsNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: Error) => {
    // A missing bucket is a fault of the store, not a missing document.
    if (statusOf(error.cause) === 404 && (error.cause as Error).name !== 'NoSuchBucket') return null;
    throw error;
  });

/** A slow reader is not the store's silence. */
function endSilence(body: Readable): Readable {
  const chunks = body[Symbol.asyncIterator]();
  body.on('error', () => {}); // the iterator reports it, and after `destroy` nobody would
  return new Readable({
    read() {
      within(SILENCE_MS, 'read', () => chunks.next()).then(
        (next) => this.push(next.done ? null : next.value),
        (error: Error) => this.destroy(new StoreUnavailableError(`read: the store gave ${describe(error)}`)),
      );
    },
    destroy(error, done) {
      body.destroy();
      done(error);
    },
  });
}

function describe(error: unknown): string {
  const { name, code } = error as { name?: string; code?: string };
  return [code ?? name ?? 'an unknown error', statusOf(error)].filter(Boolean).join(' ');
}
