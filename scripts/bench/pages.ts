import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContextOptions, type CDPSession, type Page } from '@playwright/test';
import type { Options, Request } from 'autocannon';
import { paths, publicPages } from '#app/paths.ts';
import { chromiumFlags, findChromium } from '../chromium.mjs';
import { add } from '../../tests/support/content.ts';
import { visitAs } from '../../tests/support/visitor.ts';
import * as bench from './processes.ts';

const PAGES = ['/', '/services', '/about', '/contact'];
const ROUNDS = 5;
/** Requests per CPU second of the bare server on the machine on which the target of `uncached` was set. */
const BARE_AT_TARGET = 40_600;
const VISITS = 9; // single visits differ by a tenth on a shared machine
const QUIET_MS = 1500;
const PHOTO = 'public/pictures/port-wide-00228f47-1080.jpg';
const devices: Record<string, BrowserContextOptions> = {
  phone: { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1440, height: 900 } },
};
/** Lighthouse's "Slow 4G", as the DevTools apply it to each request. */
const SLOW_4G = { latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 };
const REACTIONS: Record<string, (page: Page) => Promise<void>> = {
  [paths.home]: (page) => page.locator('header summary').click(),
  [paths.contactForm]: (page) => page.getByLabel('Full name').pressSequentially('A visitor', { delay: 50 }),
};

/** Pages from memory, compared with node:http and the same bytes and headers from memory. */
export async function home(): Promise<void> {
  let sent = 0;
  const setupRequest = (request: Request) => ({ ...request, path: `/?utm_source=${++sent}` });
  await comparePages('ratio', 1, 0.6, [
    ...PAGES.map((path) => ({ path })),
    { path: '/', name: '/?utm_source=…', options: { requests: [{ setupRequest }] } },
  ]);
}

/** Pages rendered for each request. The target scales with the bare server, which a slower machine slows as well. */
export async function uncached(): Promise<void> {
  const pages = PAGES.map((path) => ({ path, options: { headers: bench.uncachedHeaders } }));
  await comparePages('in proportion', BARE_AT_TARGET, 450, pages);
}

async function comparePages(
  column: string,
  scale: number,
  atLeast: number,
  pages: { path: string; name?: string; options?: Partial<Options> }[],
): Promise<void> {
  const product = await bench.startProduct();
  for (const { path, options } of pages) await bench.load(product, path, { ...options, duration: 2 }); // compiles the code
  await sleep(2000); // until pages are compressed
  const bare = await bench.startBare('pages', { PRODUCT_URL: product.url, PATHS: PAGES.join(' ') });
  await bench.load(bare, '/', { duration: 1 });
  const rows = [];
  for (const { path, name = path, options } of pages) {
    const ask = (server: bench.Served) => () => bench.load(server, path, options);
    const { of, ratio, failed } = await bench.compare(ROUNDS, ask(product), ask(bare));
    const [ours, plain] = [of('ours', 'perCpuSecond'), of('bare', 'perCpuSecond')];
    const row = { page: name, 'per CPU s': ours, bare: plain, [column]: ratio * scale };
    rows.push({ ...row, 'p50 ms': of('ours', 'p50'), 'p99 ms': of('ours', 'p99'), failed });
    const said = `${name}: ${column} ${Number((ratio * scale).toPrecision(3))} (at least ${atLeast}), ${failed} failed`;
    bench.checkTarget(said, ratio * scale >= atLeast && failed === 0);
  }
  bench.printTable(rows);
}

/** Figures of one visit with an empty cache: KiB as sent, times in milliseconds. INP is the slowest reaction. */
interface Visit {
  kib: { html: number; script: number; picture: number; font: number; other: number };
  times: { paint: number; LCP: number; CLS: number; TBT: number; INP: number };
}
declare global {
  interface Window {
    seen: Visit['times'];
  }
}

/** Every public page in Chromium on Slow 4G, with an empty cache and a CPU that is 4 times slower. */
export async function weight(): Promise<void> {
  const product = await bench.startProduct();
  for (const path of publicPages) await fetch(product.url + path);
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  try {
    const home = await visitBesidePlainPage(browser, product, 'home', paths.home, 1.12);
    const project = await visitBesidePlainPage(browser, product, 'a project', await addProject(product), 1.1);
    const asking = await bench.startProduct({ TAG_MANAGER_ID: 'GTM-BENCH' });
    const consent = await visitBesidePlainPage(browser, asking, 'home asking for consent', paths.home, 1.12);
    const visits: (Visit & { page: string; on: string })[] = [];
    for (const [on, device] of Object.entries(devices))
      for (const page of publicPages) {
        const act = on === 'phone' ? REACTIONS[page] : undefined;
        visits.push({ page, on, ...(await visit(browser, device, product.url + page, act)) });
      }
    bench.printTable(visits.map(({ page, on, kib, times }) => ({ page, on, ...kib, KiB: total(kib), ...times })));

    const blocked = bench.median(home.map(({ times }) => times.TBT));
    const all = Math.max(...[...home, ...consent].map(({ kib }) => total(kib)));
    const scripts = (isForm: boolean) =>
      Math.max(...visits.flatMap(({ page, kib }) => ((page === paths.contactForm) === isForm ? kib.script : [])));
    bench.checkTarget(`home on the phone: blocked for ${blocked.toFixed(0)} ms (at most 5)`, blocked <= 5);
    bench.checkTarget(`… everything ${all.toFixed(0)} KiB (at most 200)`, all <= 200);
    bench.checkTarget(`each document: scripts ${scripts(false).toFixed(1)} KiB (at most 12)`, scripts(false) <= 12);
    bench.checkTarget(`contact form: scripts ${scripts(true).toFixed(1)} KiB (at most 115)`, scripts(true) <= 115);
    const isStill = [...home, ...project, ...consent, ...visits].every(({ times }) => times.CLS === 0);
    bench.checkTarget('no page moves while it loads', isStill);
  } finally {
    await browser.close();
  }
}

const total = (kib: Visit['kib']) => Object.values(kib).reduce((sum, each) => sum + each, 0);

/** Opens a page as a phone does, alternating with a plain page that shows the same picture. */
async function visitBesidePlainPage(browser: Browser, { url }: bench.Served, name: string, path: string, most: number) {
  const plain = await bench.startBare('picture', await findPicture(browser, url + path));
  const visits: Visit[] = [];
  const ratios: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    const bare = await visit(browser, devices.phone!, `${plain.url}/`);
    const ours = await visit(browser, devices.phone!, url + path);
    visits.push(ours);
    ratios.push(ours.times.LCP / bare.times.LCP);
    console.log(`  largest paint: ${name} ${ours.times.LCP} ms, plain page ${bare.times.LCP} ms`);
  }
  await plain.stop();
  const ratio = bench.median(ratios);
  bench.checkTarget(`${name}: largest paint ${ratio.toFixed(2)} of the plain page (at most ${most})`, ratio <= most);
  return visits;
}

async function findPicture(browser: Browser, url: string) {
  const page = await browser.newPage(devices.phone);
  await page.goto(url);
  const found = await page
    .locator('.strip img, article img')
    .first()
    .evaluate((image: HTMLImageElement) => ({ PICTURE: image.currentSrc, HEIGHT: String(image.clientHeight) }));
  await page.close();
  return found;
}

/** Adds a project with one picture as staff do. @returns its address */
async function addProject(product: bench.Served): Promise<string> {
  const sql = await bench.openDatabase(product);
  const staff = await visitAs(product, sql, 'editor');
  const [id] = await add(sql, 'projects', [{ slug: 'bench' }]);
  const form = new FormData();
  for (const [name, value] of Object.entries({ alt: 'Two cranes', version: '1' })) form.set(name, value);
  form.set('file', new File([fs.readFileSync(PHOTO)], 'photo.jpg', { type: 'image/jpeg' }));
  const { status } = await staff.post(paths.admin.project(id!), form);
  if (status !== 303) throw new Error(`The picture was not taken: ${status}`);
  return paths.project('bench');
}

/** Opens a page with an empty cache, waits until it rests, and then acts as a visitor does. */
async function visit(
  browser: Browser,
  device: BrowserContextOptions,
  url: string,
  act?: (page: Page) => Promise<void>,
) {
  bench.requireLoopback(url);
  const page = await browser.newPage(device);
  try {
    const session = await page.context().newCDPSession(page);
    const kib = await countBytes(session);
    await session.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.waitForTimeout(QUIET_MS);
    const times = await page.evaluate(() => structuredClone(window.seen));
    if (!act) return { kib, times };
    await act(page);
    await page.waitForTimeout(QUIET_MS / 3);
    return { kib, times: { ...times, INP: await page.evaluate(() => window.seen.INP) } };
  } finally {
    await page.close();
  }
}

/** Runs in the page before the page's own scripts. */
function observe() {
  const seen = { paint: 0, LCP: 0, CLS: 0, TBT: 0, INP: 0 };
  window.seen = seen;
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };
  const on = (type: string, each: (entry: Entry) => void, more = {}) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(each)).observe({
      ...{ type, buffered: true },
      ...more,
    });
  on('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (seen.paint = startTime));
  on('largest-contentful-paint', ({ startTime }) => (seen.LCP = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => (seen.CLS += hadRecentInput ? 0 : value));
  on('longtask', ({ duration }) => (seen.TBT += Math.max(0, duration - 50)));
  const atLeast = { durationThreshold: 16 };
  on('event', ({ duration, interactionId }) => interactionId && (seen.INP = Math.max(seen.INP, duration)), atLeast);
}

async function countBytes(session: CDPSession): Promise<Visit['kib']> {
  const kib = { html: 0, script: 0, picture: 0, font: 0, other: 0 };
  const kinds = { Document: 'html', Script: 'script', Image: 'picture', Font: 'font' } as const;
  const types = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request }) => {
    // Chromium types a module preload by the way it was requested.
    types.set(requestId, new URL(request.url).pathname.endsWith('.js') ? 'Script' : type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    kib[kinds[types.get(requestId) as keyof typeof kinds] ?? 'other'] += encodedDataLength / 1024;
  });
  return kib;
}
