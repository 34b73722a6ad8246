import { execFile, execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { paths } from '#app/paths.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '../support/product.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { sqlBy } from '../support/test-postgres.ts';
import { Browser, type Answer, type SecureSite } from './browser.ts';
import { makeCertificate } from './certificate.ts';
import { openPages } from './open-pages.ts';
import { signIn, startTraffic, tally } from './traffic.ts';

// Runs the image and docs/deploy/compose.yml with ports, certificate and limits of this machine.
const succeeds = (...args: string[]) => spawnSync('docker', args, { stdio: 'ignore' }).status === 0;
const isThere = succeeds('compose', 'version') && succeeds('info');
if (!isThere) console.log('docs/deploy/compose.yml was not run: here is no Docker, or it is without `docker compose`.');

const PAGES = 20;
const LONG = 900_000; // building an image takes long
const folder = isThere ? fs.mkdtempSync(path.join(os.tmpdir(), 'site-compose-')) : '';
const inFolder = (name: string) => path.join(folder, name);
const name = path.basename(folder).toLowerCase();
let site: SecureSite;
let pool: pg.Pool;
const sql = sqlBy(async (text, values) => (await pool.query(text, values)).rows as pg.QueryResultRow[]);

async function docker(...args: string[]): Promise<string> {
  return (await promisify(execFile)('docker', args, { maxBuffer: 2 ** 26 })).stdout;
}
const compose = (...args: string[]) =>
  docker('compose', '-p', name, '--env-file', inFolder('env'), ...files.flatMap((file) => ['-f', file]), ...args);
const files = ['docs/deploy/compose.yml', inFolder('here.yml')];

async function ask(address: string): Promise<Answer> {
  const browser = new Browser(site);
  return browser.ask(address).finally(() => browser.close());
}

async function up(): Promise<void> {
  await compose('up', '--build', '-d');
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), { timeout: 60_000, interval: 200 });
}

/** Kills the first process of a service. After its own `kill` Docker would not restart the service. */
async function crash(service: string): Promise<void> {
  const id = (await compose('ps', '-q', service)).trim();
  process.kill(Number(await docker('inspect', '-f', '{{.State.Pid}}', id)), 'SIGKILL');
}

beforeAll(async () => {
  if (!isThere) return;
  const [port, databasePort] = [await freePort(), await freePort()];
  const { pem, both } = makeCertificate(folder);
  fs.chmodSync(both, 0o644);
  site = { url: `https://localhost:${port}`, ca: pem };
  fs.writeFileSync(
    inFolder('env'),
    `APP_URL=${site.url}\nSESSION_SECRET=only for the tests of this project\nPOSTGRES_PASSWORD=database\nS3_PASSWORD=documents\n`,
  );
  const haproxy = fs.readFileSync('docs/deploy/haproxy.cfg', 'utf8').replace('maxconn 20000', 'maxconn 2000');
  fs.writeFileSync(inFolder('haproxy.cfg'), haproxy);
  const limit = execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim();
  const own = `{ image: ${name}, ulimits: { nofile: ${Math.min(65_536, Number(limit) || 65_536)} } }`;
  fs.writeFileSync(
    inFolder('here.yml'),
    `services:
  a: ${own}
  b: ${own}
  c: ${own}
  database: { ports: ['127.0.0.1:${databasePort}:5432'] }
  balancer:
    ports: !override ['127.0.0.1:${port}:443']
    volumes: ['${inFolder('haproxy.cfg')}:/usr/local/etc/haproxy/haproxy.cfg:ro', '${both}:/etc/haproxy/site.pem:ro']
`,
  );
  pool = new pg.Pool({ host: '127.0.0.1', port: databasePort, user: 'site', password: 'database', database: 'site' });
  pool.on('error', () => {}); // the test ends the database on purpose
  await up();
}, LONG);
afterAll(async () => {
  await pool?.end();
  if (site) await compose('down', '--volumes');
  if (site) await docker('image', 'rm', '--force', name);
  removeFolder(folder);
}, LONG);

describe.runIf(isThere)('docs/deploy/compose.yml', () => {
  it('lets the processes write to /data and /tmp alone, and runs commands', async () => {
    await compose('exec', '-T', 'a', 'sh', '-c', 'touch /tmp/x && touch /data/x && rm /data/x && ! touch /site/x');
    expect(await compose('exec', '-T', 'a', 'cat', '/proc/1/status')).toMatch(
      /^CapBnd:\t0+\nCapAmb:\t0+\nNoNewPrivs:\t1$/m,
    );
    expect(await compose('exec', '-T', 'a', 'npm', 'run', 'user', '--', 'list')).toContain('admin@example.com');
  });

  it('loses no request in a deploy', async () => {
    const pages = await openPages(site, PAGES);
    const traffic = await startTraffic(site, sql);
    for (const service of ['a', 'b', 'c'])
      await compose('up', '-d', '--no-deps', '--wait', '--force-recreate', service);
    await vi.waitFor(() => expect(pages.connected()).toBe(PAGES), { timeout: 10_000 });
    await traffic.stop();
    pages.stop();
    expect(tally(traffic.failed)).toEqual({});
  }, 240_000);

  it.runIf(process.getuid?.() === 0)('recovers from the loss of a process, and of the database', async () => {
    const ready = `fetch('http://127.0.0.1:3000/readyz').then((r) => process.exit(r.ok ? 0 : 1))`;
    for (const service of ['b', 'database']) {
      await crash(service);
      const isBack = async () => {
        await compose('exec', '-T', 'b', 'node', '-e', ready);
        (await signIn(site, sql, 'editor')).close();
      };
      await vi.waitFor(isBack, { timeout: 30_000, interval: 200 });
    }
  });

  it('removes deleted files from the store, also after another deployment', async () => {
    await compose('up', '-d');
    const ask = 'mc -q alias set s http://store:9000 site "$S3_PASSWORD" > /dev/null && mc ilm rule export s/documents';
    const { Rules } = JSON.parse(await compose('run', '--rm', '-T', 'bucket', ask)) as { Rules: { ID: string }[] };
    expect(Rules.map(({ ID }) => ID).sort()).toEqual(['backups', 'deleted']);
  });

  it('keeps documents and enquiries when everything is taken down and put up again', async () => {
    const editor = await signIn(site, sql, 'editor');
    const form = new FormData();
    form.append('title', 'Safety plan');
    form.append('file', new File(['%PDF-1.7\nLifting'], 'plan.pdf', { type: 'application/pdf' }));
    const asked = new Response(form);
    const headers = { 'content-type': asked.headers.get('content-type')! };
    const body = Buffer.from(await asked.arrayBuffer());
    expect((await editor.ask(paths.admin.newDocument, { method: 'POST', headers, body })).status).toBe(303);
    editor.close();
    const [document] = await sql(`select file_path from pdf_documents where title = 'Safety plan'`);
    const enquiries = await sql('select id from messages order by id');
    await compose('down');
    await up();
    expect((await ask(paths.document(document!.file_path))).body).toBe('%PDF-1.7\nLifting');
    expect(await sql('select id from messages order by id')).toEqual(enquiries);
  });
});
