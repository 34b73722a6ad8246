import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 20_000;

export interface Driver {
  navigate(url: string): Promise<void>;
  /** Evaluates an expression in the page and waits for its promise. The value travels as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  clickAt(x: number, y: number): Promise<void>;
  press(keys: string[]): Promise<void>;
  /** Chooses a file of the disk in a file field. */
  choose(selector: string, file: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  /** Uncaught exceptions and `console.error` since the last call. */
  takeErrors(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Tab extends Driver {
  /** Opens a page and waits until it has loaded, or only until it is interactive. */
  goto(url: string, until?: 'complete' | 'interactive'): Promise<void>;
  /** Clicks a visible element once it has stopped moving and nothing covers it. */
  click(selector: string): Promise<void>;
}

export function tabOf(driver: Driver): Tab {
  const origin = (states: string) =>
    driver
      .evaluate<number>(`document.body && ${states}.includes(document.readyState) ? performance.timeOrigin : 0`)
      .catch(() => 0); // between two documents
  return {
    ...driver,
    async goto(url, state = 'complete') {
      const states = state === 'complete' ? '["complete"]' : '["interactive", "complete"]';
      const before = await origin('["loading", "interactive", "complete"]');
      await driver.navigate(url);
      await until(async () => ![0, before].includes(await origin(states)), 'no new document came');
    },
    async click(selector) {
      let last = '';
      let at: [number, number] | null = null;
      await until(async () => {
        at = await driver.evaluate<[number, number] | null>(placeOf(selector));
        const isSame = at !== null && at.join() === last;
        last = at?.join() ?? '';
        return isSame;
      }, `nothing to press at ${selector}`);
      await driver.clickAt(...at!);
    },
  };
}

async function until(isSo: () => Promise<boolean>, complaint: string): Promise<void> {
  for (const began = Date.now(); !(await isSo()); await sleep(10))
    if (Date.now() - began > LIMIT_MS) throw new Error(complaint);
}

/** An expression: the middle of the first visible element; null while something covers it. */
const placeOf = (selector: string) => `(() => {
  const found = [...document.querySelectorAll(${JSON.stringify(selector)})].find((each) => each.checkVisibility());
  if (!found) return null;
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  };
  const isOnTop = ([x, y]) => found.contains(document.elementFromPoint(x, y));
  if (!isOnTop(middle())) found.scrollIntoView({ block: 'center', behavior: 'instant' });
  const at = middle();
  return isOnTop(at) ? at : null;
})()`;
