import { useEffect, useState } from 'react';
import { followEvents } from '../http/events/event-stream.ts';
import { paths } from '../paths.ts';
import type { SiteStatus } from './site-status.server.ts';

/** The newest of what the page has loaded and what the last event said. */
export function useSiteStatus(loaded: SiteStatus): SiteStatus {
  const [status, setStatus] = useState(loaded);
  useEffect(() => setStatus(loaded), [loaded]);
  useEffect(() => {
    const left = new AbortController();
    const onStatus = (json: string) => {
      const next = JSON.parse(json) as SiteStatus;
      setStatus((now) => (JSON.stringify(now) === json ? now : next));
    };
    followEvents(paths.events, 'site-status', onStatus, left.signal);
    return () => left.abort();
  }, []);
  return status;
}
