import { useEffect, useState } from 'react';
import { paths } from '../paths.ts';
import { parseSiteStatus, type SiteStatus } from './site-status.ts';

const RECONNECT_MS = [1000, 2000, 5000, 10_000];
const TIMEOUT_MS = 10_000; // how long a connection may take to open

/**
 * Follows the site status live, reconnecting after 1, 2, 5 and then every 10 seconds.
 * @returns null until the first event
 */
export function useSiteStatus(): SiteStatus | null {
  const [status, setStatus] = useState<SiteStatus | null>(null);
  useEffect(() => {
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout>;
    let tries = 0;
    const retry = () => {
      source.close();
      clearTimeout(timer);
      timer = setTimeout(open, RECONNECT_MS[Math.min(tries++, RECONNECT_MS.length - 1)]);
    };
    const open = () => {
      source = new EventSource(paths.events);
      timer = setTimeout(retry, TIMEOUT_MS);
      source.addEventListener('site-status', (event) => {
        clearTimeout(timer);
        tries = 0;
        try {
          const next = parseSiteStatus(JSON.parse((event as MessageEvent<string>).data));
          if (next)
            setStatus((now) =>
              now?.maintenanceMode === next.maintenanceMode && now.message === next.message ? now : next,
            );
        } catch {
          retry(); // a broken stream
        }
      });
      source.addEventListener('error', retry);
    };
    // A page the browser keeps for the back button must not hold a connection, nor miss what happened meanwhile.
    const leave = () => {
      source.close();
      clearTimeout(timer);
    };
    const come = (event: PageTransitionEvent) => event.persisted && open();
    open();
    addEventListener('pagehide', leave);
    addEventListener('pageshow', come);
    return () => {
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', come);
      leave();
    };
  }, []);
  return status;
}
