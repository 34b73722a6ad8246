import { Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { headingId, type MessageCounts } from './inbox.ts';
import type { Led } from '../conversation/message-pager.tsx';
import { useInboxEvents } from './use-inbox-events.ts';

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
