import { useRevalidator } from '@remix-run/react';
import { useState } from 'react';
import { useEventStream } from '../http/use-event-stream.ts';
import { paths } from '../paths.ts';
import { parseCounts, type MessageCounts } from './inbox.ts';

/**
 * Follows the message counts live while the page is being looked at, and loads the page again when the session has
 * ended: its guard says where to go.
 * @returns null until the first event
 */
export function useInboxEvents(): MessageCounts | null {
  const [counts, setCounts] = useState<MessageCounts | null>(null);
  const { revalidate } = useRevalidator();
  useEventStream(paths.admin.events, {
    messages: (json) => setCounts((now) => parseCounts(json) ?? now),
    'signed-out': (_, end) => {
      end();
      revalidate();
    },
  });
  return counts;
}
