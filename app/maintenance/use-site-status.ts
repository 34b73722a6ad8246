import { useEffect, useState } from 'react';
import { followEvents } from '../http/events/event-stream.ts';
import { paths } from '../paths.ts';
import type { SiteStatus } from './site-status.ts';

/** Null until the first event. */
export function useSiteStatus(): SiteStatus | null {
  const [status, setStatus] = useState<SiteStatus | null>(null);
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
