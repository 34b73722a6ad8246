import { randomUUID } from 'node:crypto';
import type { App } from '#db/app.ts';
import { makeFolder } from '#db/make-folder.ts';
import type { Env } from '#app/env.server.ts';
import { StoreFullError } from './document-store.ts';

/** What codes of stores, SDK and network say about our settings; the first match counts. */
const faults: [codes: RegExp, variable: string, meaning: string][] = [
  [/CredentialsProvider/, 'S3_ACCESS_KEY_ID', 'is not set, and AWS’s default chain has no keys either'],
  [/RequestTimeTooSkewed/, 'S3_ENDPOINT', 'has another time than this machine: set the clock right'],
  [/ExpiredToken/, 'S3_ACCESS_KEY_ID', 'has expired'],
  [/InvalidAccessKeyId/, 'S3_ACCESS_KEY_ID', 'is not known to the store'],
  [/SignatureDoesNotMatch/, 'S3_SECRET_ACCESS_KEY', 'is not the one that belongs to S3_ACCESS_KEY_ID'],
  [/NoSuchBucket|InvalidBucketName|NotFound|\b404\b/, 'S3_BUCKET', 'names no bucket of the store'],
  [/Redirect|AuthorizationHeaderMalformed|\b301\b/, 'S3_REGION', 'is not the region of the bucket'],
  [
    /AccessDenied|Forbidden|Token|\b40[13]\b/,
    'S3_ACCESS_KEY_ID',
    'may not keep, remove and look for objects in S3_BUCKET',
  ],
];

/** Wrong settings must not wait for a visitor. @throws Error with one line that names the variable */
export async function tryDocumentStore({ env, store }: App): Promise<void> {
  try {
    if (env.S3_BUCKET) {
      const key = `${Date.now()}-start-check-${randomUUID()}.pdf`; // if it stays, it is swept like any orphan
      await store.put(key, Buffer.from('%PDF-'));
      await store.remove(key);
    } else makeFolder(env.dataDir); // it knows why it cannot
    await store.check();
  } catch (error) {
    if (error instanceof StoreFullError) return; // pages are served, and System Status says it
    throw new Error(env.S3_BUCKET ? s3Problem(env, error as Error) : `DATA_DIR: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function s3Problem({ S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_FORCE_PATH_STYLE }: Env, error: Error): string {
  const cause = error.cause as { name?: string; code?: string; $metadata?: { httpStatusCode?: number } } | undefined;
  const codes = [cause?.name, cause?.code, cause?.$metadata?.httpStatusCode].filter(Boolean).join(' ');
  const fault = faults.find(([pattern]) => pattern.test(codes));
  if (fault) return `${fault[1]}: ${fault[2]} (${codes})`;
  const hint = S3_ENDPOINT && !S3_FORCE_PATH_STYLE ? `; some stores need S3_FORCE_PATH_STYLE=true` : '';
  const who = S3_ENDPOINT ? new URL(S3_ENDPOINT).origin : `AWS in ${S3_REGION}`; // without a login in it
  return `S3_ENDPOINT: the bucket ${S3_BUCKET} cannot be used at ${who} (${codes || error.message})${hint}`;
}
