import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { memoryMiB } from '../../scripts/bench/processes.ts';
import { fileLike } from '../support/enquiry-files.ts';
import { formOf } from '../support/enquiries.ts';
import { startFaultProxy, type FaultProxy } from '../support/fault-proxy.ts';
import { freePort } from '../support/product.ts';
import { testDatabase } from '../support/database.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { kinds, startBalancer, untilOpen, type Balancer, type Kind } from './balancers.ts';
import { Browser } from './browser.ts';
import { startCluster, type Cluster } from './cluster.ts';

// What each balancer does on the way, all three side by side before the same three processes.
const database = await testDatabase();
let cluster: Cluster;
let networks: FaultProxy[];
let frontDoor: ChildProcess;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-manners-'));
const balancers = new Map<string, { balancer?: Balancer; port: number }>();
const idle = new Map<string, { text: string; isOver: boolean; browser: Browser }>();
const PROXY = 'nginx behind haproxy, by the PROXY protocol';
const all = [...kinds, PROXY];

beforeAll(async () => {
  fs.chmodSync(folder, 0o755);
  cluster = await startCluster({ kind: 'haproxy', databaseUrl: database.url });
  networks = await Promise.all(cluster.products.map(({ url }) => startFaultProxy(Number(new URL(url).port))));
  const start = async (name: string, kind: Kind, more?: Record<string, string>) => {
    const own = path.join(folder, name);
    fs.mkdirSync(own);
    const port = await freePort();
    const { certificate } = cluster;
    const ports = networks.map((network) => network.port);
    const balancer = await startBalancer(kind, { ports, publicPort: port, folder: own, certificate, more });
    balancers.set(name, { balancer, port });
    return port;
  };
  for (const kind of kinds) await start(kind, kind);
  const behind = await start('nginx-behind', 'nginx', {
    '        listen 443 ssl http2;\n': '',
    '# listen 443 ssl http2 proxy_protocol': 'listen 443 ssl http2 proxy_protocol',
    '# set_real_ip_from 10.0.0.5': 'set_real_ip_from 127.0.0.1',
    '# real_ip_header proxy_protocol': 'real_ip_header proxy_protocol',
  });
  const port = await freePort();
  frontDoor = startFrontDoor(port, behind);
  balancers.set(PROXY, { port });
  await untilOpen(port);
  for (const name of all) {
    const browser = new Browser(siteOf(name));
    const stream = { text: '', isOver: false, browser };
    idle.set(name, stream);
    browser.open(
      paths.events,
      (text) => (stream.text += text),
      () => (stream.isOver = true),
    );
  }
});
afterAll(async () => {
  for (const { browser } of idle.values()) browser.close();
  frontDoor?.kill();
  for (const { balancer } of balancers.values()) await balancer?.stop();
  await Promise.all((networks ?? []).map((network) => network.stop()));
  await cluster?.stop();
  removeFolder(folder);
});

/** Where the site is by one balancer; forms are sent as from its own pages, whose address is another one here. */
const siteOf = (name: string) => ({ url: `https://localhost:${balancers.get(name)!.port}`, ca: cluster.ca });
const sent = (body: URLSearchParams | Buffer, headers = {}) =>
  ({ method: 'POST', body, headers: { origin: cluster.url, ...headers } }) as const;

/** A haproxy that hands connections on as they come, and says by the PROXY protocol whose they are. */
function startFrontDoor(port: number, to: number): ChildProcess {
  const file = path.join(folder, 'front.cfg');
  const lines = ['defaults', 'timeout connect 1s', 'timeout client 65s', 'timeout server 65s', 'listen front'];
  fs.writeFileSync(file, [...lines, `bind 127.0.0.1:${port}`, `server n 127.0.0.1:${to} send-proxy-v2`, ''].join('\n'));
  return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}

/** What the kernel holds for itself, in MiB: its objects, and what waits in the buffers of sockets. */
function kernelMiB(): number {
  const objects = /^SUnreclaim:\s+(\d+) kB/m.exec(fs.readFileSync('/proc/meminfo', 'utf8'))?.[1];
  const pages = /^TCP:.* mem (\d+)/m.exec(fs.readFileSync('/proc/net/sockstat', 'utf8'))?.[1];
  return (Number(objects) + 4 * Number(pages)) / 1024;
}

describe.each(all)('%s', (name) => {
  it('speaks HTTP/2, and opens few connections to the processes', async () => {
    const visitor = new Browser(siteOf(name));
    const before = networks.reduce((sum, network) => sum + network.connections(), 0);
    for (let n = 0; n < 60; n++) expect((await visitor.ask(paths.home)).status).toBe(200); // Browser knows nothing but HTTP/2
    const opened = networks.reduce((sum, network) => sum + network.connections(), 0) - before;
    visitor.close();
    expect(opened).toBeLessThan(60); // health checks of all three balancers among them
  });

  it('hands events on at once', async () => {
    const said = `Said by ${name}`;
    const stream = idle.get(name)!;
    await expect.poll(() => stream.text).toContain('site-status');
    const start = performance.now();
    await database.sql('update site_status set message = $1', [said]);
    await expect.poll(() => stream.text, { interval: 10 }).toContain(said);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('counts a visitor by the address that is seen, whatever is claimed', async () => {
    const visitor = new Browser(siteOf(name));
    const statuses: number[] = [];
    for (let n = 0; n < 9; n++) {
      const claim = {
        'x-forwarded-for': `203.0.113.${n}`,
        'x-real-ip': `203.0.113.${n}`,
        forwarded: `for=203.0.113.${n}`,
      };
      statuses.push((await visitor.ask(paths.contactForm, sent(formOf(), claim))).status);
    }
    expect(statuses).toEqual([...Array<number>(8).fill(303), 429]);
    const other = new Browser(siteOf(name));
    expect((await other.ask(paths.contactForm, sent(formOf()))).status).toBe(303);
    [visitor, other].forEach((browser) => browser.close());
  });

  it('takes drawings of 25 MiB, and leaves it to the site to refuse more', async () => {
    const visitor = new Browser(siteOf(name));
    const send = async (sizes: number[]) => {
      const form = new FormData();
      for (const [key, value] of formOf({ subject: `Drawings by ${name}` })) form.append(key, value);
      sizes.forEach((mib, n) => form.append('files', fileLike('pdf', `plan-${n}.pdf`, mib * 1024 * 1024)));
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const body = await buffer(request.body!);
      return visitor.ask(paths.contactForm, sent(body, { 'content-type': request.headers.get('content-type')! }));
    };
    expect((await send([10, 10, 5])).status).toBe(303);
    const refused = await send([10, 10, 6.5]);
    expect([refused.status, refused.body.includes('Your files are too large')]).toEqual([413, true]);
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

it.each(kinds)(
  '%s has an open page in less than 256 KiB, and the kernel its four sockets in less than 64',
  async (name) => {
    const readers: Browser[] = [];
    let connected = 0;
    const open = async (count: number) => {
      for (let n = 0; n < count; n++) {
        const reader = new Browser(siteOf(name));
        let isNew = true;
        const onText = () => {
          if (isNew) connected++;
          isNew = false;
        };
        reader.open(paths.events, onText, () => {});
        readers.push(reader);
      }
      await expect.poll(() => connected, { timeout: 60_000 }).toBe(readers.length);
      return [memoryMiB(balancers.get(name)!.balancer!.pid), kernelMiB()] as const;
    };
    const [balancer, kernel] = await open(100); // by then it has what it needs for any number
    const [balancerThen, kernelThen] = await open(500);
    const [own, kernels] = [balancerThen - balancer, kernelThen - kernel].map((mib) => (mib * 1024) / 500);
    readers.forEach((reader) => reader.close());
    expect(own).toBeLessThan(256);
    expect(kernels).toBeLessThan(64);
  },
);
