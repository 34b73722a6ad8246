import { expect } from 'vitest';
import { followEvents } from '#app/http/events/event-stream.ts';
import { Browser, type SecureSite } from './browser.ts';

const pages = new Map<string, { browser: Browser; lostAt: number | null; heard: string }>();
let losses: number[] = [];

/** The parts of EventSource that the script uses, on a Browser with its own address. */
class EventSourceOverHttp2 extends EventTarget {
  private readonly end: () => void;
  private isClosed = false;

  constructor(address: string) {
    super();
    const page = pages.get(address)!;
    let text = '';
    const onText = (chunk: string) => {
      text += chunk;
      for (let at; (at = text.indexOf('\n\n')) >= 0; text = text.slice(at + 2)) {
        const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, at)) ?? [];
        if (!name || this.isClosed) continue;
        if (page.lostAt !== null) losses.push(performance.now() - page.lostAt);
        page.lostAt = null;
        page.heard = data!;
        this.dispatchEvent(new MessageEvent(name, { data }));
      }
    };
    this.end = page.browser.open('/events', onText, () => {
      if (this.isClosed) return;
      page.lostAt ??= performance.now();
      this.dispatchEvent(new Event('error'));
    });
  }

  close(): void {
    this.isClosed = true;
    this.end();
  }
}

export type OpenPages = Awaited<ReturnType<typeof openPages>>;

/** Opens pages, each of which follows the site's events by the product's own script, and waits until it has received one. */
export async function openPages(site: SecureSite, count: number) {
  const inBrowser = { EventSource: EventSourceOverHttp2, addEventListener: () => {} };
  Object.assign(globalThis, inBrowser, { document: { hidden: false, addEventListener: () => {} } });
  pages.clear();
  losses = [];
  const leaving = new AbortController();
  for (let n = 0; n < count; n++) {
    const page = { browser: new Browser(site), lostAt: performance.now(), heard: '' };
    pages.set(`/events#${n}`, page);
    followEvents(`/events#${n}`, 'site-status', () => {}, leaving.signal);
  }
  const all = [...pages.values()];
  const connected = () => all.filter(({ lostAt }) => lostAt === null).length;
  await expect.poll(connected, { timeout: 30_000, interval: 20 }).toBe(count);
  losses = [];
  return {
    connected,
    /** The number of lost streams, and the longest time in seconds without one, including current gaps. */
    losses() {
      const running = all.flatMap(({ lostAt }) => (lostAt === null ? [] : [performance.now() - lostAt]));
      return { count: losses.length + running.length, longest: Math.max(0, ...losses, ...running) / 1000 };
    },
    heard: () => all.map(({ heard }) => heard),
    stop() {
      leaving.abort();
      for (const { browser } of all) browser.close();
    },
  };
}
