import { useEffect, useState } from 'react';
import { Link } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { headingId } from './inbox.ts';
import type { FocusState } from './message-pager.tsx';

const TICK_MS = 15_000;

/** Tells of new enquiries, and loads them only when pressed: nothing moves by itself. */
export function NewMessagesBar({ lastId }: { lastId: number }) {
  const fresh = useNewCount(lastId);
  return (
    <div role="status" className="sticky top-20 z-10 -my-1.5 flex h-0 items-center justify-center">
      {fresh > 0 ? (
        <Link
          to={paths.admin.messages}
          state={{ focusId: headingId('unread') } satisfies FocusState}
          className="bg-navy-800 border-steel-300 inline-flex items-center rounded-full border px-5 py-1.5 text-sm font-semibold text-white shadow-lg hover:underline"
        >
          {fresh === 1 ? '1 new message' : `${fresh.toLocaleString('en-US')} new messages`}
        </Link>
      ) : null}
    </div>
  );
}

/** Asks the server while the page is visible. It ignores failures: `useSession` notices an ended session. */
function useNewCount(lastId: number): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    async function look() {
      if (document.visibilityState === 'hidden') return;
      const answer = await fetch(paths.admin.messagesSince(lastId), { signal, redirect: 'error' }).catch(() => null);
      const now = answer?.ok ? ((await answer.json().catch(() => null)) as { count: number } | null) : null;
      if (now && !signal.aborted) setCount(now.count);
    }
    const lookNow = () => void look();
    const timer = setInterval(lookNow, TICK_MS);
    document.addEventListener('visibilitychange', lookNow, { signal });
    return () => {
      setCount(0);
      clearInterval(timer);
      left.abort();
    };
  }, [lastId]);
  return count;
}
