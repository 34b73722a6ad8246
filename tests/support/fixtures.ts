import { randomUUID } from 'node:crypto';
import { test as base, expect } from '@playwright/test';
import { emptyTables } from './content.ts';
import { PageErrors } from './page-errors.ts';
import { runningPostgres } from './playwright-postgres.ts';
import { freePort, startProduct, type Product } from './product.ts';
import { cloneDatabase, type TestDatabase } from './test-postgres.ts';

export { expect };
export { expectNoAxeViolations, expectNoLayoutShift } from './page-checks.ts';

export interface ProductUnderTest extends Product {
  databaseUrl: string;
  sql: TestDatabase['sql'];
  /** Switches maintenance mode in the database and waits until the site follows. It is off again after the test. */
  setMaintenance(on: boolean, message?: string | null): Promise<void>;
  /** Restores the starting content and waits until the site shows it. */
  restoreContent(): Promise<void>;
}

const HOST = 'localhost'; // passkeys do not work on IP addresses
const CONTENT = ['services', 'pdf_documents', 'page_content'];

interface Fixtures {
  /** Fails the test on errors in its pages; `errors.expect(/…/)` allows expected ones. */
  errors: PageErrors;
  picturesOfFailure: void;
  cleanUp: void;
}

export const test = base.extend<Fixtures, { product: ProductUnderTest }>({
  product: [
    async ({}, use) => {
      const database = await cloneDatabase(runningPostgres());
      const PORT = String(await freePort());
      const url = `http://${HOST}:${PORT}`;
      const env = { DATABASE_URL: database.url, PORT, APP_URL: url };
      const product = await startProduct(env, undefined, ['tests/support/serve.ts']);
      for (const table of ['schema starting', ...CONTENT.map((t) => `table starting.${t} as table ${t}`)])
        await database.sql(`create ${table}`);
      await use({ ...product, url, databaseUrl: database.url, sql: database.sql, ...backDoor(url, database) });
      await product.stop();
      await database.drop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ product }, use) => use(product.url),
  // Playwright's own option takes them of every test, before it knows the result: a seventh of the time of a test.
  picturesOfFailure: [
    async ({ context }, use, testInfo) => {
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const [i, page] of context.pages().entries())
        await page.screenshot({ path: testInfo.outputPath(`failed-${i + 1}.png`) });
    },
    { auto: true },
  ],
  errors: [
    async ({ context }, use) => {
      const errors = new PageErrors(context);
      await use(errors);
      expect(errors.unexpected(), 'errors in the browser').toEqual([]);
    },
    { auto: true },
  ],
  cleanUp: [
    async ({ product }, use, { file }) => {
      await product.sql('delete from rate_limits'); // all tests of a worker share one address
      if (lastFile !== undefined && lastFile !== file) {
        await product.restoreContent();
        await emptyTables(product.sql, 'messages'); // some files choose the ids of their messages
      }
      lastFile = file;
      await use();
      const [status] = await product.sql('select maintenance_mode from site_status order by id limit 1');
      if (status?.maintenance_mode) await product.setMaintenance(false, null);
    },
    { auto: true },
  ],
});

let lastFile: string | undefined;

function backDoor(url: string, { sql }: TestDatabase): Pick<ProductUnderTest, 'restoreContent' | 'setMaintenance'> {
  return {
    async restoreContent() {
      const rows = (table: string) => `select to_jsonb(t) from ${table} t`;
      const differs = (one: string, other: string) => `exists (${rows(one)} except ${rows(other)})`;
      const changes = CONTENT.flatMap((t) => [differs(t, `starting.${t}`), differs(`starting.${t}`, t)]);
      const [found] = await sql(`select ${changes.join(' or ')} or exists (select from revisions) as is`);
      if (!found!.is) return;
      const copy = (table: string) => `truncate ${table}; insert into ${table} select * from starting.${table};`;
      const mark = randomUUID(); // pages may still be old until the mark appears
      const isMarked = async () => (await (await fetch(url)).text()).includes(mark);
      await sql(`begin; truncate revisions cascade; ${CONTENT.map(copy).join('')}
        update page_content set content_value = '${mark}' where section_key = 'hero_tagline'; commit`);
      await expect.poll(isMarked, { intervals: [20], timeout: 30_000 }).toBe(true);
      await sql(`begin; ${copy('page_content')} commit`);
      await expect.poll(isMarked, { intervals: [20], timeout: 30_000 }).toBe(false);
    },
    async setMaintenance(on, message = null) {
      await sql('update site_status set maintenance_mode = $1, message = $2', [on, message]);
      const isOn = async () => (await fetch(url)).status === 503;
      await expect.poll(isOn, { message: 'the site follows the maintenance switch', intervals: [20] }).toBe(on);
    },
  };
}
