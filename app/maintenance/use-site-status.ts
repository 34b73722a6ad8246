import { useState } from 'react';
import { useEventStream } from '../http/events/use-event-stream.ts';
import { paths } from '../paths.ts';
import type { SiteStatus } from './site-status.ts';

/** Null until the first event. */
export function useSiteStatus(): SiteStatus | null {
  const [status, setStatus] = useState<SiteStatus | null>(null);
  useEventStream(paths.events, {
    'site-status': (json) => {
      const next = JSON.parse(json) as SiteStatus;
      setStatus((now) => (JSON.stringify(now) === json ? now : next));
    },
  });
  return status;
}
