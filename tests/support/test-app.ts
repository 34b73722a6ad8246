import { afterAll } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { documentStore } from '#app/storage/store.server.ts';
import type { App } from '#db/app.ts';
import type { Connection } from '#db/connection.ts';
import { openApp } from '#db/open-app.ts';
import { testSite } from './database.ts';
import { SESSION_SECRET } from './product.ts';
import { testFolder } from './test-folder.ts';

/** An app in the test's process, for code that runs without a request. It closes after the tests of the file. */
export async function openTestApp(
  connection: Connection,
  variables: Record<string, string> = {},
  parts: Partial<Pick<App, 'store' | 'mailer' | 'clock'>> = {},
): Promise<App> {
  const env = readEnv({ NODE_ENV: 'test', DATA_DIR: testFolder(), SESSION_SECRET, ...variables });
  const app = await openApp({ env, store: documentStore(env), mailer: mailSender(env), ...parts }, connection);
  afterAll(() => app.orm.close(true));
  return app;
}

/** `testSite`, and an app on its database. */
export async function testSiteAndApp(...settings: Parameters<typeof testSite>) {
  const made = await testSite(...settings);
  return { ...made, app: await openTestApp(made.connection) };
}

/** An app for code that needs no database: every query fails. */
export const appWithoutDatabase = (variables: Record<string, string> = {}): Promise<App> =>
  openTestApp({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, variables);
