import { useEffect, useState } from 'react';
import { Link, useNavigation, useRevalidator } from '@remix-run/react';
import { useEventStream } from '../../http/events/use-event-stream.ts';
import { paths } from '../../paths.ts';
import { headingId, type MessageCounts } from './inbox.ts';
import type { Led } from './message-pager.tsx';

/** Says that enquiries have come in and loads them when asked. Nothing jumps by itself. */
export function NewMessagesBar({ loaded }: { loaded: MessageCounts }) {
  const counts = useInboxEvents();
  const fresh = counts ? counts.total - loaded.total : 0;
  return (
    <div role="status" className="sticky top-20 z-10 -my-1.5 flex h-0 items-center justify-center">
      {fresh > 0 ? (
        <Link
          to={paths.admin.messages}
          state={{ leadsTo: headingId('unread') } satisfies Led}
          className="bg-navy-800 border-steel-300 inline-flex items-center rounded-full border px-5 py-1.5 text-sm font-semibold text-white shadow-lg hover:underline"
        >
          {fresh === 1 ? '1 new message' : `${fresh.toLocaleString('en-US')} new messages`}
        </Link>
      ) : null}
    </div>
  );
}

/**
 * Follows the counts while the page is visible. Once the session has ended it loads the page again, and the guard redirects.
 * @returns null until the first event
 */
function useInboxEvents(): MessageCounts | null {
  const [counts, setCounts] = useState<MessageCounts | null>(null);
  const [isOver, setOver] = useState(false);
  const { revalidate } = useRevalidator();
  const isIdle = useNavigation().state === 'idle'; // a page on its way meets the guard by itself, and would be cut off
  useEffect(() => {
    if (isOver && isIdle) revalidate();
  }, [isOver, isIdle, revalidate]);
  useEventStream(paths.admin.events, {
    messages: (json) => setCounts(JSON.parse(json) as MessageCounts),
    'signed-out': (_, end) => {
      end();
      setOver(true);
    },
  });
  return counts;
}
