const RECONNECT_MS = [1000, 2000, 5000, 10_000];
const TIMEOUT_MS = 10_000; // for opening a connection
const RENEW_MS = 120_000; // a connection can die without an error, as when the machine sleeps

/**
 * Follows events while the page is visible, since a browser opens only six connections to a site. Reconnects after 1, 2,
 * 5 and then every 10 seconds, so the first event must carry the whole state.
 */
export function followEvents(address: string, event: string, handle: (data: string) => void, signal: AbortSignal) {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  const close = () => {
    source?.close();
    source = undefined;
    clearTimeout(timer);
  };
  const retry = () => {
    close();
    timer = setTimeout(open, RECONNECT_MS[Math.min(tries++, RECONNECT_MS.length - 1)]);
  };
  const open = () => {
    close();
    source = new EventSource(address);
    timer = setTimeout(retry, TIMEOUT_MS);
    source.addEventListener(event, ({ data }: MessageEvent<string>) => {
      clearTimeout(timer);
      timer = setTimeout(open, RENEW_MS);
      tries = 0;
      try {
        handle(data);
      } catch {
        retry();
      }
    });
    source.addEventListener('error', retry);
  };
  const connectIfVisible = () => (document.hidden ? close() : source || open());
  connectIfVisible();
  document.addEventListener('visibilitychange', connectIfVisible, { signal });
  // A page in the back-forward cache must not hold a connection either.
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', connectIfVisible, { signal });
  signal.addEventListener('abort', close);
}
