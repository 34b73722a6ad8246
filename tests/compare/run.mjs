// `npm run compare`: compares the pages of two commits. Both run at once with starting content and a fixed clock in the
// browser; times and references are made equal before the comparison.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { exitOnUsageError, readArguments } from '../../scripts/arguments.mjs';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { root } from '../../scripts/project.mjs';
import { startSite } from './site.mjs';
import { phases } from './states.mjs';
import { take } from './take.mjs';

const USAGE = `Usage:
  npm run compare -- COMMIT [COMMIT]   every page and state of two commits, the second is HEAD unless given
    --only TEXT      only phases, addresses and states that hold the text; again for more
    --widths 360,768,1366,1440   --themes light,dark   --scripts on,off   fewer of each
    --out FOLDER     where the pictures of the differences go`;
const text = { type: 'string' };
const options = {
  only: { ...text, multiple: true, default: [] },
  widths: text,
  themes: text,
  scripts: text,
  out: text,
};
const { values, positionals } = await exitOnUsageError(() => readArguments(USAGE, { options, words: [1, 2] }));
const widths = (values.widths ?? '360,768,1366,1440').split(',').map(Number);
const themes = (values.themes ?? 'light,dark').split(',');
const scripts = (values.scripts ?? 'on,off').split(',').map((word) => word === 'on');
const out = path.resolve(values.out ?? path.join(root, '.cache', 'compare'));
fs.mkdirSync(out, { recursive: true });

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compare-'));
fs.chmodSync(folder, 0o755); // as root the embedded database runs under another account
const sites = [];
let browser;
let isEnded = false;
const end = async () => {
  if (isEnded) return;
  isEnded = true;
  await browser?.close();
  await Promise.all(sites.map((site) => site.stop()));
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
};
for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => end().then(() => process.exit(1)));

let seen = 0;
let differing = 0;
try {
  // In turn, because two builds at once take longer.
  for (const [n, commit] of [positionals[0], positionals[1] ?? 'HEAD'].entries()) {
    console.log(`Starting ${commit} ...`);
    const own = path.join(folder, String(n));
    fs.mkdirSync(own);
    sites.push(await startSite(commit, own));
  }
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumFlags });
  for (const { command, ...phase } of phases) {
    if (command) for (const site of sites) site.command(...command);
    for (const theme of themes) for (const hasScripts of scripts) await comparePhase(phase, theme, hasScripts);
  }
} finally {
  await end();
}
console.log(`\n${seen} pages and states seen, ${differing} differ${differing ? `; pictures in ${out}` : ''}`);
process.exit(differing || !seen ? 1 : 0);

async function comparePhase({ name, isStaff, states }, theme, hasScripts) {
  const labelOf = (state) => `${name}: ${state.path}${state.name ? ` (${state.name})` : ''}`;
  const wanted = states.filter(
    (state) => !values.only.length || values.only.some((one) => labelOf(state).includes(one)),
  );
  if (!wanted.length) return;
  console.log(`${name}, ${theme}, scripts ${hasScripts ? 'on' : 'off'} ...`);
  const open = async (site) => {
    const context = await browser.newContext({ javaScriptEnabled: hasScripts, reducedMotion: 'reduce' });
    await context.addCookies([{ name: 'theme', value: theme, url: site.url }]);
    context.setDefaultTimeout(120_000); // for a busy machine
    if (isStaff) await site.signIn(context);
    return { site, page: await context.newPage() };
  };
  const both = await Promise.all(sites.map(open));
  const now = new Date();
  for (const { page } of both) await page.clock.setFixedTime(now);
  for (const state of wanted)
    for (const width of widths) {
      const label = `${labelOf(state)}, ${width} px, ${theme}, scripts ${hasScripts ? 'on' : 'off'}`;
      seen++;
      // A difference that appears only once was a page in transition.
      let what = await differenceOf(both, state, width);
      if (what) what = await differenceOf(both, state, width);
      if (!what) continue;
      differing++;
      const place = path.join(out, label.replace(/[^\w.-]+/g, '_').slice(0, 150));
      keep(place, what);
      console.log(`${label}: ${what.words.join('; ')}  ${place}`);
    }
  for (const { page } of both) await page.context().close();
}

async function differenceOf(both, state, width) {
  const [before, after] = await Promise.all(
    both.map(async ({ site, page }) => {
      await page.setViewportSize({ width, height: width < 500 ? 780 : 900 });
      return take(page, site.url, state);
    }),
  );
  const words = [];
  if (before.status !== after.status) words.push(`status ${before.status}, now ${after.status}`);
  if (before.address !== after.address) words.push(`leads to ${before.address}, now to ${after.address}`);
  if (before.text !== after.text) words.push(`text: ${firstDifference(before.text, after.text)}`);
  const pictures = before.picture.equals(after.picture) ? null : comparePictures(before.picture, after.picture);
  if (pictures?.words) words.push(pictures.words);
  return words.length ? { words, before, after, difference: pictures?.difference } : null;
}

/** Compares all pixels of the common area. Ignores up to two levels of 255, by which corners differ. */
function comparePictures(before, after) {
  const [a, b] = [before, after].map((file) => PNG.sync.read(file));
  const [width, height] = [Math.min(a.width, b.width), Math.min(a.height, b.height)];
  const cropped = ({ ...picture }) => {
    const part = new PNG({ width, height });
    PNG.bitblt(picture, part, 0, 0, width, height, 0, 0);
    return part.data;
  };
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(cropped(a), cropped(b), difference.data, width, height, {
    threshold: 0.01,
    includeAA: true,
  });
  const size =
    a.width === b.width && a.height === b.height ? '' : `${a.width}×${a.height}, now ${b.width}×${b.height}; `;
  return { words: size || pixels ? `${size}${pixels} pixels` : '', difference: PNG.sync.write(difference) };
}

function keep(place, { before, after, difference }) {
  fs.mkdirSync(place, { recursive: true });
  fs.writeFileSync(path.join(place, 'before.png'), before.picture);
  fs.writeFileSync(path.join(place, 'after.png'), after.picture);
  if (difference) fs.writeFileSync(path.join(place, 'difference.png'), difference);
}

function firstDifference(before, after) {
  const [was, is] = [before, after].map((all) => all.split('\n'));
  const at = was.findIndex((line, n) => line !== is[n]);
  const n = at < 0 ? was.length : at;
  return `${JSON.stringify(was[n] ?? '')}, now ${JSON.stringify(is[n] ?? '')}`;
}
