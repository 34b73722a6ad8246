// Finds a Chromium for the end-to-end tests, and installs one where there is none.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

/** What Chromium is started with, wherever it is. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // letters as wide as on screens of today, in the small headless program as well
];

const HEADLESS = 'chromium-headless-shell'; // takes two thirds of the time that a whole browser does
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Looks at CHROMIUM_PATH, then at installed browsers, then at Playwright's own. Installs nothing.
 * @param {{ whole?: boolean }} [wanted] `whole`: with all that has a window, such as the viewer of PDFs
 * @returns {Promise<string | undefined>} the path of the program
 */
export async function findChromium({ whole = false } = {}) {
  const named = process.env.CHROMIUM_PATH;
  if (named && !(whole && named.endsWith(HEADLESS))) return named;
  const { chromium } = await import('@playwright/test');
  const found = findProgram(...(whole ? names : [HEADLESS, ...names])) ?? usualPlaces.find(isThere);
  if (found || whole) return found; // of its own Playwright may have installed the headless part only
  return [chromium.executablePath()].find(isThere);
}

const isThere = (file) => fs.existsSync(file);

/** The first of some programs that this machine has. */
export function findProgram(...programs) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/usr/local/bin');
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isThere);
}

/**
 * The same, but installs one where there is none: Playwright's own, or (as root) the system's package.
 * @returns {Promise<string | undefined>} undefined when every way failed
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('Installing a Chromium ...');
  const playwright = path.join(root, 'node_modules/@playwright/test/cli.js');
  run(process.execPath, [playwright, 'install', 'chromium']);
  const own = await findChromium();
  if (own || process.getuid?.() !== 0) return own;
  if (run('apt-get', ['update', '-qq']))
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', HEADLESS, 'fonts-liberation']);
  return findChromium();
}

function run(program, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(program, args, { cwd: root, env, stdio: 'ignore', timeout: 5 * 60_000 }).status === 0;
}
