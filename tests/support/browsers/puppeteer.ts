import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type Browser, type ElementHandle, type KeyInput } from 'puppeteer-core';
import { findFirefox } from '../../../scripts/browsers.mjs';
import { chromiumFlags, findChromium } from '../../../scripts/chromium.mjs';
import { tabOf, type Tab } from './tab.ts';

const START_MS = 60_000;
const COMMAND_MS = 20_000;
const ANSWER_MS = 5000;
const limits = { timeout: START_MS, protocolTimeout: COMMAND_MS };

export const openChromium = async () =>
  openTab(await puppeteer.launch({ executablePath: await findChromium(), args: chromiumFlags, ...limits }));

// Firefox opens 6 connections to a server. Scripts that a test holds back could take them all from the styles.
const extraPrefsFirefox = { 'network.http.max-persistent-connections-per-server': 32 };
export const openFirefox = async () =>
  openTab(await puppeteer.launch({ browser: 'firefox', executablePath: findFirefox(), extraPrefsFirefox, ...limits }));

async function openTab(browser: Browser): Promise<Tab> {
  const [page] = await browser.pages();
  const errors: string[] = [];
  page!.on('pageerror', (error) => errors.push(String(error)));
  page!.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  // A page that is being left may never answer; a caller that polls asks the next page.
  const evaluate = <T>(expression: string) => {
    const late = sleep(ANSWER_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no answer to ${expression}`);
    });
    return Promise.race([page!.evaluate(expression) as Promise<T>, late]);
  };
  return tabOf({
    // Firefox never answers a command to navigate where it drops the navigation, as it may after going back.
    navigate: (url) => evaluate(`void location.assign(${JSON.stringify(url)})`),
    evaluate,
    clickAt: (x, y) => page!.mouse.click(x, y),
    async press(keys) {
      for (const key of keys) await page!.keyboard.press(key as KeyInput);
    },
    async choose(selector, file) {
      const field = await page!.$(selector);
      await (field as ElementHandle<HTMLInputElement>).uploadFile(file);
    },
    resize: (width, height) => page!.setViewport({ width, height }),
    screenshot: () => page!.screenshot(),
    async takeErrors() {
      return errors.splice(0);
    },
    close: () => browser.close(),
  });
}
