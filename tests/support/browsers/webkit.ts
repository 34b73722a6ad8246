import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findWebKit } from '../../../scripts/browsers.mjs';
import { freePort } from '../product.ts';
import { removeFolder } from '../remove-folder.ts';
import { tabOf, type Tab } from './tab.ts';

const START_MS = 60_000;
const codes: Record<string, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' };

/** Drives the MiniBrowser of WebKit's GTK port by WebDriver on a virtual display. */
export async function openWebKit(): Promise<Tab> {
  const programs = findWebKit()!;
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'site-webkit-'));
  const running: ChildProcess[] = [];
  const end = async () => {
    for (const child of running.reverse()) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      if (child.exitCode === null && child.kill()) await ended;
    }
    removeFolder(home);
  };
  try {
    const screen = ['-displayfd', '3', '-nolisten', 'tcp', '-screen', '0', '1600x1200x24'];
    const display = spawn(programs.display, screen, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
    running.push(display);
    const number = await new Promise((resolve, reject) => {
      display.stdio[3]!.once('data', (data) => resolve(String(data).trim()));
      display.once('close', () => reject(new Error('Xvfb did not start')));
    });
    const port = await freePort();
    const env = { ...process.env, HOME: home, DISPLAY: `:${number}`, NO_AT_BRIDGE: '1' };
    running.push(spawn(programs.driver, ['-p', String(port)], { env, stdio: 'ignore' }));
    return await openTab(`http://127.0.0.1:${port}`, programs.browser, end);
  } catch (error) {
    await end();
    throw error;
  }
}

async function openTab(driver: string, browser: string, end: () => Promise<void>): Promise<Tab> {
  let session = '';
  const call = async <T>(method: string, address: string, body?: object): Promise<T> => {
    const answer = await fetch(driver + session + address, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: T & { error: string; message: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const isUp = () => call('GET', '/status').catch(() => null);
  for (const began = Date.now(); !(await isUp()); await sleep(20))
    if (Date.now() - began > START_MS) throw new Error('WebKitWebDriver did not start');
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        pageLoadStrategy: 'none', // `goto` waits
        // a toolbar would make the window wider than a phone
        'webkitgtk:browserOptions': { binary: browser, args: ['--full-screen', '--automation'] },
      },
    },
  });
  session = `/session/${sessionId}`;

  const evaluate = async <T>(expression: string): Promise<T> => {
    const script = `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null)).then(arguments[0])`;
    return JSON.parse(await call<string>('POST', '/execute/async', { script, args: [] })) as T;
  };
  const act = (input: object) => call<void>('POST', '/actions', { actions: [input] });
  return tabOf({
    navigate: (url) => call('POST', '/url', { url }),
    evaluate,
    clickAt(x, y) {
      const steps = [
        { type: 'pointerMove', x, y },
        ...['pointerDown', 'pointerUp'].map((type) => ({ type, button: 0 })),
      ];
      return act({ type: 'pointer', id: 'mouse', actions: steps });
    },
    press(keys) {
      const values = keys.map((key) => codes[key] ?? key);
      const steps = values.flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value })));
      return act({ type: 'key', id: 'keyboard', actions: steps });
    },
    async choose(selector, file) {
      const [id] = Object.values(await call<object>('POST', '/element', { using: 'css selector', value: selector }));
      await call('POST', `/element/${id}/value`, { text: file });
    },
    resize: (width, height) => call('POST', '/window/rect', { width, height }),
    screenshot: async () => Buffer.from(await call<string>('GET', '/screenshot'), 'base64'),
    takeErrors: () => evaluate(`window.pageErrors?.splice(0)`).then((found) => (found ?? []) as string[]),
    async close() {
      await call('DELETE', '').catch(() => {});
      await end();
    },
  });
}
