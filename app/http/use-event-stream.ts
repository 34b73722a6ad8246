import { useEffect, useRef } from 'react';

const RECONNECT_MS = [1000, 2000, 5000, 10_000];
const TIMEOUT_MS = 10_000; // how long a connection may take to open

/**
 * Follows an event stream, reconnecting after 1, 2, 5 and then every 10 seconds. Only while the page is being looked
 * at: a browser has six connections to one site, and tabs in the background would use them up. So the stream's first
 * event must bring the whole state, which a page that is looked at again has missed.
 * @param handlers by the names of the events; one that throws says that the stream is broken, `end` closes it
 */
export function useEventStream(address: string, handlers: Record<string, (data: string, end: () => void) => void>) {
  const latest = useRef(handlers);
  useEffect(() => void (latest.current = handlers));
  useEffect(() => {
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
      for (const name of Object.keys(latest.current))
        source.addEventListener(name, ({ data }: MessageEvent<string>) => {
          clearTimeout(timer);
          tries = 0;
          try {
            latest.current[name]?.(data, close);
          } catch {
            retry();
          }
        });
      source.addEventListener('error', retry);
    };
    const look = () => (document.hidden ? close() : source || open());
    look();
    document.addEventListener('visibilitychange', look);
    // A page the browser keeps for the back button must not hold a connection, either.
    addEventListener('pagehide', close);
    addEventListener('pageshow', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', close);
      removeEventListener('pageshow', look);
      close();
    };
  }, [address]);
}
