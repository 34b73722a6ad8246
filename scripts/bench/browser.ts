import { chromium, type Browser, type BrowserContextOptions, type CDPSession, type Page } from '@playwright/test';
import { chromiumFlags, findChromium } from '../chromium.mjs';
import { requireLoopback } from './load.ts';

/** A device whose pages are weighed. */
export interface Device {
  name: string;
  context: BrowserContextOptions;
}

export const phone: Device = {
  name: 'phone',
  context: { viewport: { width: 360, height: 800 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true },
};
export const desktop: Device = { name: 'desktop', context: { viewport: { width: 1440, height: 900 } } };

// Lighthouse's "Slow 4G" as the DevTools apply it to each request, and its CPU slowdown.
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const QUIET_MS = 1500;

/** What one cold visit has come to: bytes as sent, times in milliseconds. */
export interface Visit {
  bytes: Record<'html' | 'script' | 'picture' | 'font' | 'other', number>;
  firstPaint: number;
  lcp: number;
  cls: number;
  tbt: number;
  /** The slowest reaction to what was done, if anything. */
  inp: number;
}

export const totalBytes = ({ bytes }: Visit) => Object.values(bytes).reduce((sum, each) => sum + each, 0);

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await findChromium(),
    args: chromiumFlags,
  });
}

/**
 * Opens a page with an empty cache on a slow phone line and waits until it has come to rest.
 * @param act what a visitor then does; the slowest reaction is the visit's `inp`
 */
export async function visit(
  browser: Browser,
  device: Device,
  url: string,
  act?: (page: Page) => Promise<void>,
): Promise<Visit> {
  requireLoopback(url);
  const context = await browser.newContext(device.context);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const bytes = await countBytes(session);
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(QUIET_MS);
    const loaded = await page.evaluate(() => structuredClone(window.weighed));
    await act?.(page);
    if (act) await page.waitForTimeout(QUIET_MS / 3);
    const inp = act ? await page.evaluate(() => window.weighed.inp) : NaN;
    return { bytes, ...loaded, inp };
  } finally {
    await context.close();
  }
}

declare global {
  interface Window {
    weighed: { firstPaint: number; lcp: number; cls: number; tbt: number; inp: number };
  }
}

/** Runs in the page, before anything of its own. */
function observe() {
  const weighed = { firstPaint: 0, lcp: 0, cls: 0, tbt: 0, inp: 0 };
  window.weighed = weighed;
  type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; interactionId: number };
  const on = (type: string, each: (entry: Entry) => void, more = {}) =>
    new PerformanceObserver((list) => (list.getEntries() as Entry[]).forEach(each)).observe({
      type,
      buffered: true,
      ...more,
    });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') weighed.firstPaint = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => (weighed.lcp = startTime));
  on('layout-shift', ({ value, hadRecentInput }) => (weighed.cls += hadRecentInput ? 0 : value));
  on('longtask', ({ duration }) => (weighed.tbt += Math.max(0, duration - 50)));
  on(
    'event',
    ({ duration, interactionId }) => {
      if (interactionId) weighed.inp = Math.max(weighed.inp, duration);
    },
    { durationThreshold: 16 },
  );
}

async function countBytes(session: CDPSession): Promise<Visit['bytes']> {
  const bytes = { html: 0, script: 0, picture: 0, font: 0, other: 0 };
  const kinds: Record<string, keyof Visit['bytes']> = {
    Document: 'html',
    Script: 'script',
    Image: 'picture',
    Font: 'font',
  };
  const types = new Map<string, string>();
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    // A module preload is typed by how it was asked for.
    types.set(requestId, new URL(request.url).pathname.endsWith('.js') ? 'Script' : (type ?? 'Other'));
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds[types.get(requestId) ?? ''] ?? 'other'] += encodedDataLength;
  });
  return bytes;
}
