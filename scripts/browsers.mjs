// Finds the other browsers for the journeys of the public pages. Installs nothing.
import fs from 'node:fs';
import { findChromium, findProgram } from './chromium.mjs';

export const findFirefox = () =>
  [process.env.FIREFOX_PATH, findProgram('firefox-esr', 'firefox'), '/snap/bin/firefox'].find(
    (file) => file && fs.existsSync(file),
  );

/**
 * Finds WebKit's GTK port (Debian: webkit2gtk-driver and xvfb).
 * @returns {{ driver: string, browser: string, display: string } | undefined} undefined unless all three are there
 */
export function findWebKit() {
  const [driver, display] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')];
  const folders = ['/usr/lib', ...list('/usr/lib', /-linux-gnu$/)].flatMap((folder) => list(folder, /^webkit2gtk-4\./));
  const browser = folders.map((folder) => `${folder}/MiniBrowser`).find((file) => fs.existsSync(file));
  return driver && display && browser ? { driver, display, browser } : undefined;
}

function list(folder, names) {
  const found = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  return found.filter((name) => names.test(name)).map((name) => `${folder}/${name}`);
}

/**
 * Lists the browsers of this machine, and a line for each missing one.
 * @returns {Promise<{ found: string[], missing: string[] }>}
 */
export async function findBrowsers() {
  const wanted = {
    Chromium: [await findChromium(), 'CHROMIUM_PATH'],
    Firefox: [findFirefox(), 'firefox-esr, or FIREFOX_PATH'],
    WebKit: [findWebKit(), 'webkit2gtk-driver and xvfb'],
  };
  const all = Object.entries(wanted);
  return {
    found: all.filter(([, [program]]) => program).map(([name]) => name),
    missing: all
      .filter(([, [program]]) => !program)
      .map(([name, [, what]]) => `${name} is not on this machine (${what}): the journeys are not run in it.`),
  };
}
