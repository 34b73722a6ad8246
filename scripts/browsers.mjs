// Finds the browsers beside Chromium that the journeys of the public pages are run in. Installs nothing.
import fs from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';

/** The program of a Firefox; undefined where there is none. */
export const findFirefox = () =>
  existing(process.env.FIREFOX_PATH) ?? find('firefox-esr', 'firefox') ?? existing('/snap/bin/firefox');

/**
 * The programs of WebKit's GTK port (Debian: webkit2gtk-driver and xvfb).
 * @returns {{ driver: string, browser: string, display: string } | undefined} undefined unless all three are there
 */
export function findWebKit() {
  const [driver, display, browser] = [find('WebKitWebDriver'), find('Xvfb'), miniBrowser()];
  return driver && display && browser ? { driver, display, browser } : undefined;
}

/**
 * The browsers of this machine, and a plain line for each that it lacks.
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

const existing = (...files) => files.find((file) => file && fs.existsSync(file));

function find(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).concat('/usr/bin', '/usr/local/bin');
  return existing(...names.flatMap((name) => folders.map((folder) => path.join(folder, name))));
}

function miniBrowser() {
  const inside = (folder) =>
    fs.existsSync(folder) ? fs.readdirSync(folder).map((name) => path.join(folder, name)) : [];
  const folders = inside('/usr/lib').flatMap((each) =>
    each.endsWith('-linux-gnu') ? [each, ...inside(each)] : [each],
  );
  return existing(
    ...folders.filter((each) => each.includes('/webkit2gtk-4.')).map((folder) => path.join(folder, 'MiniBrowser')),
  );
}
