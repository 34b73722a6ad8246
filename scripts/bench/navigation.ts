import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#app/paths.ts';
import { requireLoopback } from './load.ts';
import { startBare, startProduct } from './processes.ts';
import { slow4G, slowLine } from './slow-line.ts';
import { openTab, type Tab } from './tab.ts';
import { median, printTable, target } from './table.ts';

const ROUNDS = 5;
const FROM = paths.home;
const TO = paths.about;
const LINK = `main a[href="${TO}"]`;
/** How a visitor comes to a click: what is pointed at or pressed, and for how long. */
const WAYS = {
  'mouse, resting on the link for 0.8 s': { hover: 800, press: 80 },
  'finger, down for 0.1 s': { hover: 0, press: 100 },
};
type Way = keyof typeof WAYS;

/**
 * From the click on a link to the first paint of the page behind it, on a phone's screen and a slow line, beside the same pages
 * from a server that says nothing of what may be got ready and has none of their scripts, fonts and pictures.
 */
export default async function navigation(): Promise<void> {
  const product = await startProduct();
  const bare = await startBare('pages', { PRODUCT_URL: product.url, PATHS: [FROM, TO].join(' ') });
  const lines = [await slowLine(product.url, slow4G), await slowLine(bare.url, slow4G)] as const;
  const rows: (string | number)[][] = [];
  try {
    for (const way of Object.keys(WAYS) as Way[]) {
      const seen: [Seen, Seen][] = [];
      for (let round = 0; round < ROUNDS; round++)
        seen.push([await go(lines[0].url, way), await go(lines[1].url, way)]);
      const [ours, plain] = [0, 1].map((of) => median(seen.map((each) => each[of]!.ms))) as [number, number];
      const ratio = median(seen.map(([a, b]) => a.ms / b.ms));
      const ahead = seen.filter(([{ isAhead }]) => isAhead).length;
      rows.push([way, ours, plain, ratio, ahead]);
    }
  } finally {
    lines.forEach((line) => line.stop());
  }
  printTable(['click to first paint, ms', 'product', 'plain', 'ratio', `rendered ahead, of ${ROUNDS}`], rows);
  const [, , , ratio, ahead] = rows[0]!;
  target('every page that was pointed at is rendered ahead', ahead === ROUNDS);
  target(`it is there in ${Number(ratio).toFixed(2)} of the plain page's time (at most 0.5)`, Number(ratio) <= 0.5);
}

interface Seen {
  ms: number;
  /** Whether the page had been rendered, or begun to be, before it was asked for. */
  isAhead: boolean;
}

async function go(url: string, way: Way): Promise<Seen> {
  requireLoopback(url);
  const tab = await openTab();
  try {
    const screen = { width: 360, height: 800, deviceScaleFactor: 3, mobile: true };
    await tab.send('Emulation.setDeviceMetricsOverride', screen);
    await tab.send('Page.navigate', { url: url + FROM });
    await until(tab, `location.pathname === '${FROM}' && document.readyState === 'complete'`);
    await sleep(1500); // the rules come after the page
    // Shared by both documents; each says its times by its own clock, which starts at its timeOrigin.
    await tab.evaluate(`addEventListener('click', ({ timeStamp }) =>
      localStorage.setItem('clicked', performance.timeOrigin + timeStamp), true)`);
    await click(tab, way);
    await until(
      tab,
      `location.pathname === '${TO}' && Boolean(performance.getEntriesByName('first-contentful-paint')[0])`,
    );
    const [ms, activated] = await tab.evaluate<[number, number]>(`(() => {
      const { activationStart = 0 } = performance.getEntriesByType('navigation')[0];
      const [{ startTime }] = performance.getEntriesByName('first-contentful-paint');
      return [performance.timeOrigin + startTime - Number(localStorage.getItem('clicked')), activationStart];
    })()`);
    return { ms, isAhead: activated > 0 };
  } finally {
    await tab.close();
  }
}

async function click(tab: Tab, way: Way): Promise<void> {
  const { hover, press } = WAYS[way];
  const [x, y] = await tab.evaluate<[number, number]>(`(() => {
    const link = document.querySelector('${LINK}');
    link.scrollIntoView({ block: 'center' });
    const { left, top } = link.getBoundingClientRect();
    return [left + 20, top + 10];
  })()`);
  await sleep(300);
  if (hover) {
    const mouse = (type: string, more = {}) => tab.send('Input.dispatchMouseEvent', { type, x, y, ...more });
    await mouse('mouseMoved');
    await sleep(hover);
    const button = { button: 'left', clickCount: 1 };
    await mouse('mousePressed', button);
    await sleep(press);
    void mouse('mouseReleased', button).catch(() => {}); // the page that would answer is gone
  } else {
    await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await sleep(press);
    void tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }).catch(() => {});
  }
}

const GIVE_UP_MS = 20_000;

async function until(tab: Tab, condition: string): Promise<void> {
  for (const began = Date.now(); !(await tab.evaluate<boolean>(condition).catch(() => false)); await sleep(20))
    if (Date.now() - began > GIVE_UP_MS) throw new Error(`never came: ${condition}`);
}
