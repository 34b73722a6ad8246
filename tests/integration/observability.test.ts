import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { startApp } from '../support/app.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { testProduct, whileMissing } from '../support/database.ts';
import { expectPage } from '../support/expect-page.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectSecurityHeaders } from '../support/security-headers.ts';
import { visitAs } from '../support/visitor.ts';

const TOKEN = 'only for the tests of this project';
const { site, sql, url: DATABASE_URL } = await testProduct({ LOG_LEVEL: 'info', METRICS_TOKEN: TOKEN });

const linesOf = (requestId: string) =>
  site
    .logLines()
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a read that fails', () => {
  it.each([
    ['services', '/services', 'Error fetching services:'],
    ['pdf_documents', '/about', 'Error fetching documents:'],
  ])('of %s is logged in the words of the specification; the page shows what was known', async (table, page, text) => {
    const title = await sql.value<string>(`select title from ${table} order by id desc limit 1`);
    await whileMissing(sql, table, async () => {
      await sql(`notify changed, '${table}'`);
      await expect.poll(() => site.logs(), { timeout: 3000 }).toContain(`"msg":"${text}"`);
      expect(await (await fetch(site.url + page)).text()).toContain(title.replace('&', '&amp;'));
    });
  });

  it('of a role is logged, and the public page comes as to anybody', async () => {
    const admin = await visitAs(site, sql, 'admin');
    expect((await whileMissing(sql, 'users', () => admin.get('/'))).status).toBe(200);
    await expect.poll(() => site.logs()).toContain('"msg":"role could not be read"');
  });

  it('of a file is logged in the words of the specification', async () => {
    const name = await sql.value<string>('select file_path from pdf_documents limit 1');
    const file = path.join(site.dataDir, 'documents', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, 'not what was uploaded');
    expect((await fetch(`${site.url}/documents/${encodeURIComponent(name)}`)).status).toBe(503);
    await expect.poll(() => site.logs()).toContain('"msg":"Error getting PDF URL:"');
  });
});

describe('a request', () => {
  it('is in the log with its id, path, status and time, and without its query', async () => {
    const id = String((await rawRequest(site.url, '/about?document=1&canary=2')).headers['x-request-id']);
    const line = { method: 'GET', path: '/about', status: 200, ms: expect.any(Number) as number };
    await expect.poll(() => linesOf(id)).toMatchObject([line]);
    expect(site.logs()).not.toContain('canary');
  });

  it('whose form breaks off is no failure, and counts as one that its client left', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': 10 ** 6, Origin: site.url };
    const form = http.request(site.url + paths.contactForm, { method: 'POST', headers }).on('error', () => {});
    form.write('--b\r\nContent-Disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF');
    setTimeout(() => form.destroy(), 500);
    await expect.poll(() => site.logLines().join('\n'), { timeout: 5000 }).toMatch(/contact-form","status":499/);
    expect(site.logs()).not.toMatch(/"level":50.*ECONNRESET/);
  });

  it('that fails says no more than a reference, under which the log says where it failed', async () => {
    const admin = await visitAs(site, sql, 'admin');
    const id = await sql.value<number>('select min(id) as id from services');
    const answer = await whileMissing(sql, 'services', () => admin.get(paths.admin.editService(id)));
    expectSecurityHeaders(answer.headers);
    const reference = answer.headers.get('x-request-id')!;
    const page = await expectPage(answer, 500, `Reference: ${reference}`);
    expect(page).not.toMatch(/table_away|relation|select |TableNotFound|at \w+ \(|node_modules/);
    const err = { type: 'TableNotFoundException', code: '42P01', at: expect.any(Array) as string[] };
    for (const line of [
      { msg: 'request', status: 500 },
      { msg: 'request failed', level: 50, err },
    ])
      await expect.poll(() => linesOf(reference)).toContainEqual(expect.objectContaining(line));
  });
});

describe('GET /metrics', () => {
  const ask = (url: string, token?: string) =>
    rawRequest(url, '/metrics', { headers: token ? { Authorization: `Bearer ${token}` } : {} });

  it('is there only with a token configured, and only for who has it', async () => {
    const plain = await startApp({ DATABASE_URL });
    for (const token of [undefined, TOKEN]) expect((await ask(plain.url, token)).status).toBe(404);
    await plain.stop();
    for (const token of [undefined, 'wrong', `${TOKEN}x`]) expect((await ask(site.url, token)).status).toBe(401);
    expect((await ask(site.url, TOKEN)).status).toBe(200);
  });

  it('gives requests by route with their times, and counters, in the text of Prometheus', async () => {
    await rawRequest(site.url, '/contact');
    expect((await rawRequest(site.url, '/contact.data')).status).toBe(200); // as scripts request it
    // Kept pages have an ETag. Recovery from the tests above may still clear the cache.
    await expect.poll(async () => (await rawRequest(site.url, '/about')).headers.etag).toBeTruthy();
    const { text, headers } = await ask(site.url, TOKEN);
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    for (const line of [
      /^http_request_duration_seconds_count\{route="\/contact",method="GET",status="2xx"\} 2$/m,
      /^http_request_duration_seconds_bucket\{le="0\.5",route="\/contact",method="GET",status="2xx"\} \d+$/m,
      /^# TYPE page_cache_hits_total counter$/m,
      /^page_cache_hits_total [1-9]\d*$/m,
      /^database_requests_waiting 0$/m, // without the scrape itself
    ])
      expect(text).toMatch(line);
    expect((await ask(site.url, TOKEN)).text).toMatch(/^page_cache_hits_total [1-9]\d*$/m); // a scrape does not add the hits again
  });

  it('has a series for every route or group of routes, and none for addresses that a stranger invents', async () => {
    const other = async () => /_count\{route="other",method="GET".*/.exec((await ask(site.url, TOKEN)).text)?.[0];
    const before = await other();
    for (const { address } of builtRoutes().filter((route) => !route.address.includes('*')))
      await rawRequest(site.url, address.replace(/:\w+/g, '1'));
    expect(await other()).toBe(before);
    for (let n = 0; n < 20; n++) await rawRequest(site.url, `/stranger-${n}?a=b`);
    const text = (await ask(site.url, TOKEN)).text;
    expect(text).not.toContain('stranger');
    expect(text).toMatch(/_count\{route="other",method="GET",status="4xx"\} \d+/);
  });
});
