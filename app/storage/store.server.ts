import path from 'node:path';
import type { Env } from '#app/env.server.ts';
import { diskStore } from './disk-store.server.ts';
import type { DocumentStore } from './document-store.ts';
import { s3SettingsOf, s3Store } from './s3-store.server.ts';

declare module '#db/app.ts' {
  interface App {
    store: DocumentStore;
  }
}

export const documentStore = (env: Env): DocumentStore =>
  env.S3_BUCKET ? s3Store(s3SettingsOf(env)) : diskStore(path.join(env.dataDir, 'documents'));
