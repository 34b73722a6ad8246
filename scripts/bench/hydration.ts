import { visitAs } from '../../tests/support/visitor.ts';
import { openFirefox } from '../../tests/support/browsers/firefox.ts';
import type { Tab } from '../../tests/support/browsers/tab.ts';
import * as early from '../../tests/support/early-keys.ts';
import { paths } from '#app/paths.ts';
import { openBrowser } from './browser.ts';
import { openDatabase } from './database.ts';
import { requireLoopback } from './load.ts';
import { startProduct, type Served } from './processes.ts';
import { printTable, target } from './table.ts';

const TRIES = Number(process.env.TRIES ?? 50); // in each way

/** Presses keys while React takes pages over: it has to come through, and no key may be lost. */
export default async function hydration(): Promise<void> {
  const product = await startProduct();
  requireLoopback(product.url);
  const chromium = await openBrowser();
  const firefox = await openFirefox();
  const staff = await staffState(product);
  const ways: [string, (() => Promise<early.Loss>) | null][] = [
    ['slowed Chromium, typing into the form', () => early.typeWhileWaking(chromium, product.url)],
    ['slowed Chromium, Tab on a staff page', () => early.tabWhileWaking(chromium, product.url, staff)],
    ['fast Firefox, typing into the reloaded form', firefox && (() => typeAfterReload(firefox, product))],
  ];
  const rows: (string | number)[][] = [];
  try {
    for (const [name, once] of ways) {
      if (!once) {
        console.log(`  No Firefox found (FIREFOX_PATH), so left out: ${name}`);
        continue;
      }
      const losses: string[] = [];
      for (let n = 0; n < TRIES; n++) losses.push((await once()) ?? '');
      const lost = losses.filter(Boolean);
      rows.push([name, TRIES, lost.length, [...new Set(lost)].join('; ').slice(0, 120)]);
    }
  } finally {
    await chromium.close();
    await firefox?.close();
  }
  printTable(['way', 'tries', 'lost', 'what'], rows);
  for (const [name, , lost] of rows) target(`${name}: nothing lost`, lost === 0);
}

async function typeAfterReload(tab: Tab, { url }: Served): Promise<early.Loss> {
  await tab.goto(url + paths.contactForm);
  await tab.evaluate('sessionStorage.clear()');
  await tab.evaluate(`document.querySelector('${early.NAME_FIELD}').value = ''`); // a reload brings back what it says
  await tab.evaluate('scrollTo(0, 400)');
  await tab.reload();
  while (!(await tab.evaluate(`Boolean(document.querySelector('${early.NAME_FIELD}'))`)));
  await tab.evaluate(`document.querySelector('${early.NAME_FIELD}').focus({ preventScroll: true })`);
  const errors = await tab.takeErrors();
  await tab.press([...early.TYPED], early.KEY_MS);
  return early.settledLoss(
    async () => {
      errors.push(...(await tab.takeErrors()));
      return tab.evaluate<early.FormState>(early.FORM_STATE);
    },
    (state) => early.lossIn(state, errors),
  );
}

/** The cookies of somebody signed in. */
async function staffState(product: Served) {
  const database = await openDatabase(product);
  try {
    const sql = async <T>(text: string, values: unknown[] = []) => (await database.query(text, values)).rows as T[];
    const { cookie } = await visitAs({ url: product.url }, sql, 'editor');
    const own = { domain: new URL(product.url).hostname, path: '/', expires: -1, httpOnly: true, secure: false };
    const cookies = cookie.split('; ').map((each) => {
      const [name = '', value = ''] = each.split(/=(.*)/s);
      return { name, value, ...own, sameSite: 'Lax' as const };
    });
    return { cookies, origins: [] };
  } finally {
    await database.end();
  }
}
