import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { makeAccount, PASSWORD } from '../support/accounts.ts';
import { actions, firstIds } from '../support/actions.ts';
import { testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { freePort } from '../support/product.ts';
import { rawRequest } from '../support/raw-request.ts';
import { add } from '../support/content.ts';
import { hashTables } from '../support/hash-tables.ts';
import { testFolder } from '../support/test-folder.ts';

// The same build under Remix's stock server: protection of data must not depend on our HTTP shell.
const { url: DATABASE_URL, sql } = await testDatabase();
const root = path.resolve(import.meta.dirname, '../..');
const dataDir = testFolder();
let server: ChildProcess;
let printed = '';
let url = '';
const cookies: Record<string, string> = {};

beforeAll(async () => {
  const port = String(await freePort());
  url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, ['node_modules/@remix-run/serve/dist/cli.js', 'scripts/remix-serve-build.mjs'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      HOST: '127.0.0.1',
      PORT: port,
      APP_URL: url,
      DATA_DIR: dataDir,
      DATABASE_URL,
      SESSION_SECRET: 'only for the tests of this project',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const from of [server.stdout!, server.stderr!]) from.on('data', (data) => (printed += data));
  const isUp = async () => (await fetch(url).catch(() => null))?.ok;
  for (const start = Date.now(); !(await isUp()); await sleep(50)) {
    if (server.exitCode !== null || Date.now() - start > 120_000)
      throw new Error(`the stock server did not start:\n${printed}`);
  }
  for (const role of ['admin', 'viewer', null] as const) {
    await makeAccount(sql, role, `${role ?? 'none'}@site.example`);
    await signIn(role ?? 'none'); // now, because an account records its last sign-in
  }
  await add(sql, 'messages', [{ name: 'Canary', email: 'canary@b.example', subject: 'Canary lift' }]);
});
afterAll(async () => {
  if (server?.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
});
beforeEach(() => sql('delete from rate_limits'));

async function signIn(role: string): Promise<string> {
  if (cookies[role]) return cookies[role];
  const answer = await post(paths.admin.login, { email: `${role}@site.example`, password: PASSWORD });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, paths.admin.dashboard]);
  return (cookies[role] = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; '));
}
const post = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(url + address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: url, ...headers },
    redirect: 'manual',
  });

describe('under the stock server', () => {
  it('public pages are shown, an enquiry is stored and its mail goes out, staff see the dashboard', async () => {
    for (const page of [paths.home, paths.about, paths.services, paths.contactForm])
      expect((await fetch(url + page)).status).toBe(200);
    const [before] = await sql('select count(*)::int as n from messages');
    expect((await sendEnquiry(url)).status).toBe(303);
    expect(await sql('select count(*)::int as n from messages')).toEqual([{ n: before!.n + 1 }]);
    await expect.poll(() => sql('select state from notifications'), { timeout: 10_000 }).toEqual([{ state: 'sent' }]);
    const dashboard = await fetch(url + paths.admin.dashboard, { headers: { Cookie: await signIn('viewer') } });
    expect([dashboard.status, await dashboard.text()]).toEqual([200, expect.stringContaining('Dashboard')]);
    expect((await post(paths.contactForm, { message: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('visitors without the rank are turned away, and nothing changes', async () => {
    const before = await hashTables(sql);
    for (const who of [null, 'none', 'viewer'] as const) {
      const Cookie = who ? await signIn(who) : '';
      const fields = { title: 'Added', content: 'Added', icon: '' };
      const { status } = await post(paths.admin.newService, fields, Cookie ? { Cookie } : {});
      expect([302, 303, 403], `${who}`).toContain(status);
    }
    expect(await hashTables(sql)).toEqual(before);
  });

  it('a post from elsewhere is refused by every action, even for an admin, and nothing changes', async () => {
    const Cookie = await signIn('admin');
    const before = await hashTables(sql);
    // Remix's own check believes the first; refusals.test.ts has more
    const foreign: Record<string, string>[] = [
      { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' },
      {},
    ];
    const ids = await firstIds(sql);
    for (const { at, forms } of actions)
      for (const each of foreign) {
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie, ...each };
        const body = new URLSearchParams(forms(ids)[0]).toString();
        const { status } = await rawRequest(url, at(ids), { method: 'POST', body, headers });
        expect([at(ids), each, status]).toEqual([at(ids), each, 403]);
      }
    expect(await hashTables(sql)).toEqual(before);
  });

  it('maintenance covers the public pages and their data, and not the admin', async () => {
    await sql('update site_status set maintenance_mode = true');
    const status = async (address: string) => (await fetch(url + address)).status;
    await expect.poll(() => status(paths.about), { interval: 20 }).toBe(503);
    expect(await status('/about.data')).toBe(503);
    expect((await sendEnquiry(url)).status).toBe(503);
    expect(await status(paths.admin.login)).toBe(200);
    await sql('update site_status set maintenance_mode = false');
    await expect.poll(() => status(paths.about), { interval: 20 }).toBe(200);
  });

  it('none of this was an error to the product', () => {
    const errors = printed.split('\n').filter((line) => line.startsWith('{'));
    const byRemix = /throwIfPotentialCSRFAttack|at requestHandler/; // its refusals, and its warning about `_data`
    expect(errors.filter((line) => !byRemix.test(line))).toEqual([]);
  });
});

it('says at its first start the first admin, where the data lives, and what it lacks', () => {
  expect(printed).toMatch(/^First admin: admin@example\.com, password: \S+ \(shown only this once\)$/m);
  expect(printed).toContain('Data lives in ');
  expect(printed).toMatch(/^Event streams, .* come with npm start only\.$/m);
});
