import path from 'node:path';
import { documentFiles } from '#app/content/documents/documents.server.ts';
import { sweepHistory } from '#app/content/versions/sweep-history.server.ts';
import { diskStore } from '#app/storage/disk-store.server.ts';
import type { DocumentStore } from '#app/storage/document-store.ts';
import { s3Store } from '#app/storage/s3-store.server.ts';
import { sweepOrphans } from '#app/storage/sweep-orphans.server.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { startApp } from './app.ts';
import { forFile } from './for-test.ts';
import { s3Env, startS3Server } from './s3-server.ts';
import { testSiteAndApp } from './test-app.ts';

/** The product on a disk and on S3, with one database. Call it at the top of the file. */
export async function testStores() {
  const { site, ...rest } = await testSiteAndApp();
  const s3 = forFile(await startS3Server());
  const onS3 = forFile(await startApp({ DATABASE_URL: rest.url, ...s3Env(s3.settings) }));
  return {
    ...rest,
    places: [
      { kind: 'disk', site, env: { DATA_DIR: site.dataDir }, store: diskStore(path.join(site.dataDir, 'documents')) },
      { kind: 's3', site: onS3, env: s3Env(s3.settings), store: s3Store(s3.settings) },
    ],
    sweepAll: (store: DocumentStore) => sweepDocuments(rest.app, store),
  };
}

/** Sweeps as the hourly job does, two hours from now. */
export async function sweepDocuments(app: App, store: DocumentStore): Promise<void> {
  await sweepHistory(forkEntityManager(app));
  await sweepOrphans(forkEntityManager(app), store, [documentFiles], Date.now() + 7_200_000);
}

export const keysOf = async (store: DocumentStore): Promise<string[]> =>
  (await Array.fromAsync(store.list())).map(({ key }) => key).sort();
