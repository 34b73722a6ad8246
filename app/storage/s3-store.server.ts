import { Readable } from 'node:stream';
import type * as Sdk from '@aws-sdk/client-s3';
import {
  InvalidKeyError,
  StoreUnavailableError,
  isStoreKey,
  resolveRange,
  within,
  type DocumentStore,
} from './document-store.ts';
import { readInPlace } from './read-in-place.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  endpoint?: string;
  /** Without keys the AWS default chain looks for credentials. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  forcePathStyle: boolean;
};

const CALL_MS = 14_000;
const CHECK_MS = 3000;
const SILENCE_MS = 10_000;

type Command<Input extends Sdk.ServiceInputTypes, Output extends Sdk.ServiceOutputTypes> = Parameters<
  typeof Sdk.S3Client.prototype.send<Input, Output>
>[0];

/** @returns a function that asks a store. The SDK is loaded with the first call. */
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
      throw new StoreUnavailableError(`${operation}: the store gave ${describe(error)}`, { cause: error });
    });
}

/** Objects of one bucket of any S3-compatible store. */
export function s3Store(settings: S3Settings): DocumentStore {
  const Bucket = settings.bucket;
  const call = s3Calls(settings);

  const stat: DocumentStore['stat'] = async (key) => {
    if (!isStoreKey(key)) return null;
    const found = await missingIsNull(call('stat', (sdk) => new sdk.HeadObjectCommand({ Bucket, Key: key })));
    return found && { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
  };

  const put: DocumentStore['put'] = async (key, bytes) => {
    if (!isStoreKey(key)) throw new InvalidKeyError('not a key of this store');
    // Every S3-compatible store takes one buffer, unlike streams and multipart uploads.
    const object = { Bucket, Key: key, Body: bytes, ContentLength: bytes.length, ContentType: typeOf(key) };
    await call('put', (sdk) => new sdk.PutObjectCommand(object));
  };

  return {
    stat,
    put,
    putFile: (key, file, size) => readInPlace(file, size, (bytes) => put(key, bytes)),

    async get(key, range) {
      if (!isStoreKey(key)) return null;
      const Range = range && `bytes=${range.start}-${range.end ?? ''}`;
      const asked = call('get', (sdk) => new sdk.GetObjectCommand({ Bucket, Key: key, Range }));
      const found = await missingIsNull(asked).catch(outsideRange);
      if (!found) return null;
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength ?? 0);
      const modifiedAt = found.LastModified ?? new Date(0);
      return { stream: endSilence(found.Body as Readable), size, modifiedAt, ...resolveRange(range, size) };
    },

    async remove(key) {
      if (!isStoreKey(key)) return;
      await missingIsNull(call('remove', (sdk) => new sdk.DeleteObjectCommand({ Bucket, Key: key })));
    },

    async *list() {
      let ContinuationToken: string | undefined;
      do {
        const page = await call('list', (sdk) => new sdk.ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const { Key: key, Size: size = 0, LastModified: modifiedAt = new Date(0) } of page.Contents ?? [])
          if (key && isStoreKey(key)) yield { key, size, modifiedAt };
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (ContinuationToken);
    },

    async check() {
      await call('check', (sdk) => new sdk.HeadBucketCommand({ Bucket }), CHECK_MS);
    },
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
      // A slow visitor holds a socket while the document flows; the default of 50 would then stop the others.
      httpAgent: { maxSockets: 500 },
      httpsAgent: { maxSockets: 500 },
    },
  });
  return { sdk, client };
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } } | undefined)?.$metadata?.httpStatusCode;

export const missingIsNull = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: Error) => {
    // A missing bucket is a fault of the store, not a missing document.
    if (statusOf(error.cause) === 404 && (error.cause as Error).name !== 'NoSuchBucket') return null;
    throw error;
  });

function outsideRange(error: Error): never {
  if (statusOf(error.cause) === 416) throw new RangeError('the range lies outside the file');
  throw error;
}

/** Fails when the store gives no bytes for a while. A slow reader is not the store's silence. */
export function endSilence(body: Readable): Readable {
  const chunks = body[Symbol.asyncIterator]();
  body.on('error', () => {}); // the iterator reports it; after destroy nobody would
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
