import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.mjs';

export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // gives letters the same width in the headless shell as on screens
];

// The headless shell needs two thirds of the time of a whole browser.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds CHROMIUM_PATH, an installed browser or Playwright's own. Installs nothing.
 * @returns {Promise<string | undefined>} the path of the program
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const { chromium } = await import('@playwright/test');
  return findProgram(...names) ?? [...usualPlaces, chromium.executablePath()].find(isThere);
}

const isThere = (file) => fs.existsSync(file);

export function findProgram(...programs) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/usr/local/bin');
  return programs.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isThere);
}

/**
 * Finds a Chromium, or installs Playwright's own or (as root) the system's package.
 * @returns {Promise<string | undefined>} undefined when nothing worked
 */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  console.log('Installing a Chromium ...');
  run(process.execPath, [path.join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium']);
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
