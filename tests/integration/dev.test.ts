import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { testDatabase } from '../support/database.ts';
import { freePort } from '../support/product.ts';
import { testFolder } from '../support/test-folder.ts';

const { url: DATABASE_URL } = await testDatabase();

const copy = testFolder(); // a copy of the sources, because the test edits one

it('npm run dev shows what is stored, also after a change of a server file, and reloads static pages', async () => {
  const sources = 'app db public scripts package.json tsconfig.json vite.config.ts remix.config.js';
  for (const name of sources.split(' ')) fs.cpSync(name, path.join(copy, name), { recursive: true });
  fs.symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  const port = String(await freePort());
  const { PATH, HOME } = process.env;
  const server = spawn(process.execPath, ['app/server.ts'], {
    cwd: copy,
    env: {
      ...{ PATH, HOME, NODE_ENV: 'development', PORT: port, HOST: '127.0.0.1' },
      ...{ DATA_DIR: `${copy}/.data`, DATABASE_URL },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (data) => (printed += data));
  const ended = new Promise((resolve) => server.once('close', resolve));
  const services = async () => (await fetch(`http://127.0.0.1:${port}/services`)).text();
  try {
    await expect
      .poll(() => services().catch(() => printed), { timeout: 100_000, interval: 500 })
      .toContain('Lift Planning &amp; Review');
    expect(await services()).toContain("import { createHotContext } from '/@vite/client'");
    fs.appendFileSync(path.join(copy, 'app/content/services/services.server.ts'), '\nexport const saved = true;\n');
    for (let looks = 0; looks < 4; looks++) {
      await sleep(300);
      expect(await services()).toContain('Lift Planning &amp; Review');
    }
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}, 150_000);
