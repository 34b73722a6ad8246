import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { forTest } from '../support/for-test.ts';
import { startProduct } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';

const { url: DATABASE_URL } = await testDatabase();

const copy = testFolder(); // a copy of the sources, because the test edits one

it('npm run dev shows what is stored, also after a change of a server file, and reloads static pages', async () => {
  const sources = 'app db public scripts package.json tsconfig.json vite.config.ts remix.config.js';
  for (const name of sources.split(' ')) fs.cpSync(name, path.join(copy, name), { recursive: true });
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  const settings = { NODE_ENV: 'development', DATABASE_URL, DATA_DIR: `${copy}/.data` };
  const { url } = forTest(await startProduct(settings, copy));
  const services = async () => (await fetch(`${url}/services`)).text();
  await expect.poll(services, { timeout: 100_000 }).toContain('Lift Planning &amp; Review');
  expect(await services()).toContain("import { createHotContext } from '/@vite/client'");
  fs.appendFileSync(path.join(copy, 'app/content/services/services.server.ts'), '\nexport const saved = true;\n');
  for (let looks = 0; looks < 4; looks++) {
    await sleep(300);
    expect(await services()).toContain('Lift Planning &amp; Review');
  }
}, 150_000);
