import path from 'node:path';
import type { Env } from '#app/env.server.ts';
import { diskStore } from './disk-store.server.ts';
import type { DocumentStore } from './document-store.ts';
import { s3Store, type S3Settings } from './s3-store.server.ts';

declare module '#db/app.ts' {
  interface App {
    store: DocumentStore;
  }
}

export const documentStore = (env: Env): DocumentStore =>
  env.S3_BUCKET ? s3Store(s3SettingsOf(env)) : diskStore(path.join(env.dataDir, 'documents'));

export function s3SettingsOf(env: Env): S3Settings {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return {
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    forcePathStyle: env.S3_FORCE_PATH_STYLE,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  };
}
