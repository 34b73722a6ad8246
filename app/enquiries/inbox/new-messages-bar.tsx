import { useEffect, useState } from 'react';
import { Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { headingId } from './inbox.ts';
import type { FocusState } from './message-pager.tsx';
import type { Inbox } from './messages.server.ts';

const TICK_MS = 15_000;

/** What an open page knows: the last enquiry and the last activity. */
type Known = Pick<Inbox, 'lastId' | 'version'>;
const NONE = { count: 0, again: 0 };

/** Tells of new enquiries and answers, and loads them only when pressed: nothing moves by itself. */
export function NewMessagesBar(known: Known) {
  const { count, again } = useNewCounts(known);
  const fresh = count === 1 ? '1 new message' : count ? `${count.toLocaleString('en-US')} new messages` : '';
  const told = [fresh, again ? `${again.toLocaleString('en-US')} unread again` : ''].filter(Boolean).join(', ');
  return (
    <div role="status" className="sticky top-20 z-10 -my-1.5 flex h-0 items-center justify-center">
      {told ? (
        <Link
          to={paths.admin.messages}
          state={{ focusId: headingId('unread') } satisfies FocusState}
          className="bg-navy-800 border-steel-300 inline-flex items-center rounded-full border px-5 py-1.5 text-sm font-semibold text-white shadow-lg hover:underline"
        >
          {told}
        </Link>
      ) : null}
    </div>
  );
}

/** Asks the server while the page is visible. It ignores failures: `useSession` notices an ended session. */
function useNewCounts({ lastId, version }: Known): typeof NONE {
  const [counts, setCounts] = useState(NONE);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    async function look() {
      if (document.visibilityState === 'hidden') return;
      const address = `${paths.admin.messagesSince(lastId)}?version=${version}`;
      const answer = await fetch(address, { signal, redirect: 'error' }).catch(() => null);
      const now = answer?.ok ? ((await answer.json().catch(() => null)) as typeof NONE | null) : null;
      if (now && !signal.aborted) setCounts(now);
    }
    const lookNow = () => void look();
    const timer = setInterval(lookNow, TICK_MS);
    document.addEventListener('visibilitychange', lookNow, { signal });
    return () => {
      setCounts(NONE);
      clearInterval(timer);
      left.abort();
    };
  }, [lastId, version]);
  return counts;
}
