import fs from 'node:fs';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { fileLike } from '../support/enquiry-files.ts';
import { enquiryForm } from '../support/enquiries.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { waitUntilOpen } from '../support/loopback.ts';
import { freePort } from '../support/product.ts';
import { testDatabase } from '../support/database.ts';
import { forFile } from '../support/for-test.ts';
import { testFolder } from '../support/test-folder.ts';
import { kinds, startBalancer, type Kind } from './balancers.ts';
import { Browser } from './browser.ts';
import { testCluster } from './cluster.ts';

// Compares the three balancers in front of the same processes.
const database = await testDatabase();
const cluster = await testCluster(() => ({ DATABASE_URL: database.url }));
const networks = await Promise.all(cluster.products.map(({ url }) => startFaultProxy(Number(new URL(url).port))));
networks.forEach(forFile);
const folder = testFolder();
const PROXY = 'nginx behind haproxy, by the PROXY protocol';
const all = [...kinds, PROXY];

/** @returns the port of a balancer in front of the three */
async function start(name: string, kind: Kind, more?: Record<string, string>): Promise<number> {
  const own = path.join(folder, name);
  fs.mkdirSync(own);
  const publicPort = await freePort();
  const ports = networks.map(({ port }) => port);
  forFile(await startBalancer(kind, { ports, publicPort, folder: own, certificate: cluster.certificate, more }));
  return publicPort;
}

/** A haproxy that passes connections on with their addresses in the PROXY protocol. @returns its port */
async function startFrontDoor(to: number): Promise<number> {
  const port = await freePort();
  const file = path.join(folder, 'front.cfg');
  const lines = ['defaults', 'timeout connect 1s', 'timeout client 65s', 'timeout server 65s', 'listen front'];
  fs.writeFileSync(file, [...lines, `bind 127.0.0.1:${port}`, `server n 127.0.0.1:${to} send-proxy-v2`, ''].join('\n'));
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  forFile({ stop: () => haproxy.kill() });
  await waitUntilOpen(port);
  return port;
}

const portOf: Record<string, number> = {};
for (const kind of kinds) portOf[kind] = await start(kind, kind);
portOf[PROXY] = await startFrontDoor(
  await start('nginx-behind', 'nginx', {
    '        listen 443 ssl http2;\n': '',
    '# listen 443 ssl http2 proxy_protocol': 'listen 443 ssl http2 proxy_protocol',
    '# set_real_ip_from 10.0.0.5': 'set_real_ip_from 127.0.0.1',
    '# real_ip_header proxy_protocol': 'real_ip_header proxy_protocol',
  }),
);

/** The site through one balancer. Forms still come from the site's own address. */
const siteOf = (name: string) => ({ url: `https://localhost:${portOf[name]}`, ca: cluster.ca });
const sent = (body: URLSearchParams | Buffer, headers = {}) =>
  ({ method: 'POST', body, headers: { origin: cluster.url, ...headers } }) as const;

/** Streams that stay open during the tests. */
const idle = new Map(
  all.map((name) => {
    const browser = new Browser(siteOf(name));
    const stream = { text: '', isOver: false };
    browser.open(
      paths.events,
      (text) => (stream.text += text),
      () => (stream.isOver = true),
    );
    forFile({ stop: () => browser.close() });
    return [name, stream];
  }),
);

describe.each(all)('%s', (name) => {
  it('speaks HTTP/2, and opens few connections to the processes', async () => {
    const visitor = new Browser(siteOf(name));
    const before = networks.reduce((sum, network) => sum + network.connections(), 0);
    for (let n = 0; n < 60; n++) expect((await visitor.ask(paths.home)).status).toBe(200); // Browser supports only HTTP/2
    const opened = networks.reduce((sum, network) => sum + network.connections(), 0) - before;
    visitor.close();
    expect(opened).toBeLessThan(60); // includes health checks of all three balancers
  });

  it('passes events on at once', async () => {
    const said = `Said by ${name}`;
    const stream = idle.get(name)!;
    await expect.poll(() => stream.text).toContain('site-status');
    const start = performance.now();
    await database.sql('update site_status set message = $1', [said]);
    await expect.poll(() => stream.text, { interval: 10 }).toContain(said);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('counts a visitor by the address that it sees, whatever the headers claim', async () => {
    const visitor = new Browser(siteOf(name));
    const statuses: number[] = [];
    for (let n = 0; n < 9; n++) {
      const claim = {
        'x-forwarded-for': `203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
      };
      statuses.push((await visitor.ask(paths.contactForm, sent(enquiryForm(), claim))).status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(303), 429]);
    const other = new Browser(siteOf(name));
    expect((await other.ask(paths.contactForm, sent(enquiryForm()))).status).toBe(303);
    [visitor, other].forEach((browser) => browser.close());
  });

  it('takes drawings of 25 MiB, and leaves it to the site to refuse more', async () => {
    const visitor = new Browser(siteOf(name));
    const send = async (sizes: number[]) => {
      const form = new FormData();
      for (const [key, value] of enquiryForm({ subject: `Drawings by ${name}` })) form.append(key, value);
      sizes.forEach((mib, n) => form.append('files', fileLike('pdf', `plan-${n}.pdf`, mib * 1024 * 1024)));
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const body = await buffer(request.body!);
      return visitor.ask(paths.contactForm, sent(body, { 'content-type': request.headers.get('content-type')! }));
    };
    expect((await send([10, 10, 5])).status).toBe(303);
    const refused = { status: 413, body: expect.stringContaining('Your files are too large') };
    for (const sizes of [[10, 10, 6.5], [40]]) expect(await send(sizes)).toMatchObject(refused);
    expect((await visitor.ask(paths.inboundPostmark, sent(Buffer.alloc(34 * 1024 * 1024)))).status).toBe(401);
    visitor.close();
  });
});

it.each(all)('%s keeps a stream open over three heartbeats, longer than its limits of idle time', async (name) => {
  const stream = idle.get(name)!;
  const beats = () => stream.text.split('\n').filter((line) => line === ':').length;
  await expect.poll(beats, { timeout: 90_000, interval: 500 }).toBeGreaterThanOrEqual(3);
  expect(stream.isOver).toBe(false);
});
