import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { listen } from '#app/http/node-server.server.ts';
import { paths } from '#app/paths.ts';
import { forTest } from '../support/for-test.ts';
import { startApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { freePort, newDataDir, startProduct } from '../support/product.ts';
import { run } from '../support/run-command.ts';
import { openEvents } from '../support/raw-request.ts';
import { testFolder } from '../support/test-folder.ts';
import { queryOnce } from '../support/test-postgres.ts';

const database = await testDatabase();

async function failedStart(env: Record<string, string>, program = ['app/server.ts']) {
  const DATA_DIR = newDataDir();
  const usual = { HOST: '127.0.0.1', DATABASE_URL: database.url, DATA_DIR };
  const { code, output } = await run(process.execPath, program, { ...usual, ...env });
  expect(code).toBeGreaterThan(0);
  return output.split('\n').filter(Boolean);
}

describe('a start that cannot succeed ends with one plain line and an exit code other than 0', () => {
  it('when the port is in use', async () => {
    const other = http.createServer((_, response) => response.end()); // its answer is not taken for the product's
    const PORT = String(forTest(await listenOnLoopback(other)).port);
    await expect(startProduct({ PORT })).rejects.toThrow(`PORT: ${PORT} is in use by another program`);
    const stock = ['node_modules/@remix-run/serve/dist/cli.js', 'scripts/remix-serve-build.mjs'];
    for (const program of [undefined, stock])
      expect(await failedStart({ PORT }, program)).toEqual([`PORT: ${PORT} is in use by another program`]);
  });

  it('when HOST is of another machine', async () => {
    const env = readEnv({ PORT: String(await freePort()), HOST: '192.0.2.1' });
    const words = 'HOST: this machine cannot listen on 192.0.2.1 (EADDRNOTAVAIL)';
    await expect(listen(http.createServer(), env)).rejects.toThrow(words);
  });
});

const dataDir = testFolder();
const env = { DATA_DIR: dataDir, SESSION_SECRET: '' };

it('with the embedded database a first start says where it serves, where the data lives and the first admin, whose password it says once; a second on the same DATA_DIR says so and exits; a later one loses nothing', async () => {
  const first = await startProduct(env);
  expect(first.logs()).toContain(`Serving ${first.url}\nData lives in ${dataDir}\n`);
  expect(first.logs()).toMatch(/admin@example\.com.*password: \S{12,}/);
  expect((await sendEnquiry(first.url, { subject: 'Kept over a restart' })).status).toBe(303);

  for (const PORT of [new URL(first.url).port, String(await freePort())]) {
    const lines = await failedStart({ DATA_DIR: dataDir, DATABASE_URL: '', PORT });
    expect(lines).toEqual([`the data in ${dataDir} is already in use by a running server`]);
  }
  expect((await fetch(first.url)).status).toBe(200);
  const connection = { host: path.join(dataDir, 'postgres'), port: 5432, user: 'app', database: 'site' };
  await queryOnce(connection, 'update accounts set deactivated_at = now()');
  expect(await first.stop('SIGHUP')).toBe(0); // as by a terminal that is closed

  const again = await startProduct(env);
  expect(again.logs()).not.toMatch(/password/i);
  expect(again.logs()).toContain('Warning: no admin is left. Make one with: npm run user');
  const rows = await queryOnce(connection, 'select subject from messages');
  expect(rows).toEqual([{ subject: 'Kept over a restart' }]);
  expect(await again.stop('SIGINT')).toBe(0); // as by Ctrl-C
});

describe('npm start', () => {
  const dataDir = testFolder();

  it('serves, and at SIGTERM ends with its server and its database and with their exit code', async () => {
    const PORT = String(await freePort());
    const { PATH, HOME } = process.env;
    const npm = spawn('npm', ['start'], {
      env: { NODE_ENV: 'production', PATH, HOME, PORT, HOST: '127.0.0.1', DATA_DIR: dataDir },
    });
    forTest({ stop: () => npm.kill('SIGTERM') });
    let printed = '';
    npm.stdout.on('data', (data) => (printed += data));
    npm.stderr.on('data', (data) => (printed += data));
    const ended = new Promise((resolve) => npm.once('close', (code, signal) => resolve(signal ?? code)));
    const status = async () => (await fetch(`http://127.0.0.1:${PORT}/about`).catch(() => null))?.status;
    await expect.poll(status, { timeout: 60_000 }).toBe(200); // stale sources are built first
    const database = Number(fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const asked = performance.now();
    npm.kill('SIGTERM');
    expect([await ended, printed]).toEqual([0, expect.stringContaining(`Serving http://localhost:${PORT}`)]);
    expect(performance.now() - asked).toBeLessThan(5000);
    expect(await status()).toBeUndefined();
    expect(() => process.kill(database, 0)).toThrow('ESRCH');
  });
});

it('two starts at once on one empty database migrate once, put in the starting content once, and make one first admin; a later one puts nothing back that staff have deleted', async () => {
  const empty = await testDatabase();
  await empty.sql('drop schema public cascade; create schema public');
  const start = async () => forTest(await startApp({ DATABASE_URL: empty.url }));
  const both = await Promise.all([start(), start()]);
  const count = (table: string) => empty.sql.value(`select count(*)::int as n from ${table}`);
  expect(await empty.sql('select email, has_first_password as first from accounts')).toEqual([
    { email: 'admin@example.com', first: true },
  ]);
  expect(await empty.sql('select who, what from activities')).toEqual([
    { who: 'first start', what: 'Created admin account admin@example.com' },
  ]);
  expect(await Promise.all(['services', 'pdf_documents', 'site_status'].map(count))).toEqual([4, 4, 1]);
  const doubled = 'select page_name, section_key from page_content group by 1, 2 having count(*) > 1';
  expect(await empty.sql(doubled)).toEqual([]);
  expect(await empty.sql('select distinct page_name from page_content')).toHaveLength(5);
  for (const { url } of both) expect((await fetch(`${url}/services`)).status).toBe(200);
  await Promise.all(both.map((site) => site.stop()));
  await empty.sql('delete from services; delete from pdf_documents');
  await start();
  expect([await count('services'), await count('pdf_documents'), await count('accounts')]).toEqual([0, 0, 1]);
});

describe('SIGTERM', () => {
  it('lets running requests finish and ends with code 0 within 5 s, open event streams and idle connections included', async () => {
    const product = await startProduct({ DATABASE_URL: database.url, LOG_LEVEL: 'info' });
    expect(product.logs()).toContain(`Data lives in the database of DATABASE_URL and ${product.dataDir}\n`);
    const streams = await Promise.all(Array.from({ length: 20 }, () => openEvents(product.url)));
    await Promise.all(Array.from({ length: 10 }, async () => (await fetch(product.url)).text()));
    const subject = 'Just before the signal';
    const answers = Array.from({ length: 4 }, () => sendEnquiry(product.url, { subject })); // 8 are allowed in all
    await Promise.race(answers);
    const started = performance.now();
    expect(await product.stop()).toBe(0);
    expect(product.logLines().at(-1)).toContain('ended by SIGTERM');
    expect(performance.now() - started).toBeLessThan(5000);
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(4).fill(303));
    expect(await database.sql('select 1 from messages where subject = $1', [subject])).toHaveLength(4);
    await expect.poll(() => streams.every((stream) => stream.isOver())).toBe(true);
  });

  it('behind a balancer: /readyz says so at once, while connections that are open are served and told to close; then pages are cut off, for the balancer to ask another process', async () => {
    const product = await startProduct({ DATABASE_URL: database.url, TRUST_PROXY: '1' });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const other = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const ask = (path: string, connection: http.Agent | false) =>
      new Promise<[number, string | undefined]>((resolve, reject) => {
        const request = http.get(product.url + path, { agent: connection }, (response) => {
          response.resume().on('end', () => resolve([response.statusCode!, response.headers.connection]));
        });
        request.on('error', reject);
      });
    for (const each of [agent, other]) expect(await ask('/', each)).toEqual([200, 'keep-alive']);
    const stream = await openEvents(product.url);
    const started = performance.now();
    const ended = product.stop();
    await expect.poll(() => ask('/readyz', false), { interval: 5 }).toEqual([503, 'close']);
    expect(performance.now() - started).toBeLessThan(1000);
    expect(await ask('/healthz', false)).toEqual([200, 'close']);
    expect(stream.isOver()).toBe(false); // until a balancer would know
    expect(await ask('/', agent)).toEqual([200, 'close']); // on the connection that was already open
    await expect.poll(stream.isOver).toBe(true);
    await expect(ask('/', other)).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(await ended).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
    for (const each of [agent, other]) each.destroy();
  });

  it('tells whose form is still coming in that nothing was sent', async () => {
    const product = await startProduct({ DATABASE_URL: database.url });
    const headers = { Origin: product.url, Expect: '100-continue', 'Content-Length': 1000 };
    const request = http.request(product.url + paths.contactForm, { method: 'POST', headers });
    const answered = once(request, 'response');
    await once(request, 'continue');
    request.write('name=');
    expect(await product.stop()).toBe(0);
    const [answer] = (await answered) as [http.IncomingMessage];
    const said = expect.stringContaining('Nothing was sent');
    expect([answer.statusCode, answer.headers.connection, await text(answer)]).toEqual([503, 'close', said]);
  });
});
