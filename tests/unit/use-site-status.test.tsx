import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSiteStatus } from '#app/maintenance/use-site-status.ts';

class FakeEventSource extends EventTarget {
  static made: FakeEventSource[] = [];
  isClosed = false;
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeEventSource.made.push(this);
  }
  close() {
    this.isClosed = true;
  }
  tell(data: unknown) {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    act(() => void this.dispatchEvent(new MessageEvent('site-status', { data: text })));
  }
  fail() {
    act(() => void this.dispatchEvent(new Event('error')));
  }
}
const LOADED = { maintenanceMode: false, message: 'Loaded', until: null };
const made = FakeEventSource.made;
const latest = () => made.at(-1)!;
const look = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => {
  made.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('follows the events of /events, and keeps what it knows when they say nonsense or break off', () => {
  const { result } = renderHook(() => useSiteStatus(LOADED));
  expect(latest().url).toBe('/events');
  expect(result.current).toBe(LOADED);
  latest().tell({ maintenanceMode: true, message: 'Soon', until: null });
  expect(result.current).toEqual({ maintenanceMode: true, message: 'Soon', until: null });
  latest().tell({ maintenanceMode: false, message: null, until: null });
  latest().tell('{');
  latest().fail();
  expect(result.current).toEqual({ maintenanceMode: false, message: null, until: null });
});

it('reconnects after 1, 2, 5 and then every 10 seconds, and from 1 again once it was connected', () => {
  renderHook(() => useSiteStatus(LOADED));
  for (const seconds of [1, 2, 5, 10, 10]) {
    const before = made.length;
    latest().fail();
    expect(latest().isClosed).toBe(true);
    pass(seconds * 1000 - 1);
    expect(made).toHaveLength(before);
    pass(1);
    expect(made).toHaveLength(before + 1);
  }
  latest().tell({ maintenanceMode: false, message: null });
  const before = made.length;
  latest().fail();
  pass(1000);
  expect(made).toHaveLength(before + 1);
});

it('gives a connection 10 seconds to open', () => {
  renderHook(() => useSiteStatus(LOADED));
  pass(9999);
  expect(latest().isClosed).toBe(false);
  pass(1);
  expect(made[0]!.isClosed).toBe(true);
  pass(1000);
  expect(made).toHaveLength(2);
});

it('connects again after two minutes: a connection can die without an error', () => {
  renderHook(() => useSiteStatus(LOADED));
  for (const count of [1, 2, 3]) {
    latest().tell(LOADED);
    pass(119_999);
    expect(latest().isClosed).toBe(false);
    pass(1);
    expect(made.map(({ isClosed }) => isClosed)).toEqual([...Array<boolean>(count).fill(true), false]);
  }
});

it('closes its connection when the page is left, and opens it again when the browser restores the page', () => {
  const { unmount } = renderHook(() => useSiteStatus(LOADED));
  dispatchEvent(new Event('pagehide'));
  expect(latest().isClosed).toBe(true);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(made).toHaveLength(2);
  unmount();
  expect(latest().isClosed).toBe(true);
  pass(60_000);
  expect(made).toHaveLength(2);
});

it('holds no connection while nobody looks at the page, and has the state again from the first event after', () => {
  look(true);
  const { result } = renderHook(() => useSiteStatus(LOADED));
  pass(60_000);
  expect(made).toHaveLength(0);
  look(false);
  expect(made).toHaveLength(1);
  look(true);
  expect(latest().isClosed).toBe(true);
  pass(60_000);
  expect(made).toHaveLength(1);
  look(false);
  expect(made).toHaveLength(2);
  latest().tell({ maintenanceMode: true, message: null, until: null });
  expect(result.current).toEqual({ maintenanceMode: true, message: null, until: null });
  look(false);
  expect(made).toHaveLength(2);
});
