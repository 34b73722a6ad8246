import { useNavigation, useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useEventStream } from '../../http/events/use-event-stream.ts';
import { paths } from '../../paths.ts';
import { parseCounts, type MessageCounts } from './inbox.ts';

/**
 * Follows the counts while the page is visible. Once the session has ended it loads the page again, and the guard redirects.
 * @returns null until the first event
 */
export function useInboxEvents(): MessageCounts | null {
  const [counts, setCounts] = useState<MessageCounts | null>(null);
  const [isOver, setOver] = useState(false);
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === 'idle'; // a page on its way meets the guard by itself, and would be cut off
  useEffect(() => {
    if (isOver && isIdle) revalidate();
  }, [isOver, isIdle, revalidate]);
  useEventStream(paths.admin.events, {
    messages: (json) => setCounts((now) => parseCounts(json) ?? now),
    'signed-out': (_, end) => {
      end();
      setOver(true);
    },
  });
  return counts;
}
