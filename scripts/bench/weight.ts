import type { Page } from '@playwright/test';
import { paths, publicPages } from '#app/paths.ts';
import { desktop, openBrowser, phone, totalBytes, visit, type Device, type Visit } from './browser.ts';
import { startBare, startProduct } from './processes.ts';
import { median, printTable, target } from './table.ts';

const ROUNDS = 9; // of the home page beside a plain one: on a shared machine single visits differ by a tenth
const KIB = 1024;
const REACTIONS: Record<string, (page: Page) => Promise<void>> = {
  [paths.home]: (page) => page.locator('header summary').click(),
  [paths.contactForm]: (page) => page.getByLabel('Full name').pressSequentially('A visitor', { delay: 50 }),
};

/** Every public page in Chromium on Slow 4G with a CPU slowed 4 times, its cache empty. */
export default async function weight(): Promise<void> {
  const product = await startProduct();
  for (const path of publicPages) await fetch(product.url + path);
  const browser = await openBrowser();
  try {
    const hero = await heroOf(await (await browser.newContext(phone.context)).newPage(), product.url);
    const plain = await startBare('picture', hero);
    const home: Visit[] = [];
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const bare = await visit(browser, phone, `${plain.url}/`);
      const ours = await visit(browser, phone, product.url + paths.home);
      home.push(ours);
      ratios.push(ours.lcp / bare.lcp);
      console.log(`  largest paint on the phone: home ${ours.lcp.toFixed(0)} ms, plain page ${bare.lcp.toFixed(0)} ms`);
    }
    const visits: { path: string; device: Device; seen: Visit }[] = [];
    for (const device of [phone, desktop])
      for (const path of publicPages) {
        const act = device === phone ? REACTIONS[path] : undefined;
        visits.push({ path, device, seen: await visit(browser, device, product.url + path, act) });
      }
    print(visits);

    const of = (key: 'lcp' | 'cls' | 'tbt') => median(home.map((each) => each[key]));
    const all = Math.max(...home.map(totalBytes)) / KIB;
    const ratio = median(ratios);
    target(`home on the phone: largest paint ${ratio.toFixed(2)} of the plain page (at most 1.04)`, ratio <= 1.04);
    target(
      `… layout shift ${of('cls')} (0)`,
      home.every(({ cls }) => cls === 0),
    );
    target(`… blocked for ${of('tbt').toFixed(0)} ms (at most 5)`, of('tbt') <= 5);
    target(`… everything ${all.toFixed(0)} KiB (at most 200)`, all <= 200);
    const scripts = (isForm: boolean) =>
      Math.max(
        ...visits
          .filter(({ path }) => (path === paths.contactForm) === isForm)
          .map(({ seen }) => seen.bytes.script / KIB),
      );
    target(`each document: scripts ${scripts(false).toFixed(1)} KiB (at most 12)`, scripts(false) <= 12);
    target(`contact form: scripts ${scripts(true).toFixed(1)} KiB (at most 115)`, scripts(true) <= 115);
    target(
      'no page moves while it loads',
      visits.every(({ seen }) => seen.cls === 0),
    );
  } finally {
    await browser.close();
  }
}

/** The hero picture that a phone chooses, as the plain page needs it. */
async function heroOf(page: Page, url: string): Promise<{ PICTURE: string; HEIGHT: string }> {
  await page.goto(url);
  const hero = page.locator('.strip img').first();
  const { source, height } = await hero.evaluate((image: HTMLImageElement) => ({
    source: new URL(image.currentSrc).pathname,
    height: image.clientHeight,
  }));
  await page.context().close();
  return { PICTURE: source, HEIGHT: String(height) };
}

function print(visits: { path: string; device: Device; seen: Visit }[]) {
  const kib = (bytes: number) => bytes / KIB;
  printTable(
    ['page', 'on', 'html', 'script', 'picture', 'font', 'other', 'KiB', 'paint', 'LCP', 'CLS', 'TBT', 'INP'],
    visits.map(({ path, device, seen }) => [
      path,
      device.name,
      ...[seen.bytes.html, seen.bytes.script, seen.bytes.picture, seen.bytes.font, seen.bytes.other].map(kib),
      kib(totalBytes(seen)),
      seen.firstPaint,
      seen.lcp,
      seen.cls,
      seen.tbt,
      seen.inp,
    ]),
  );
}
