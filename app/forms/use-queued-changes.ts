import { useEffect, useRef, useState } from 'react';
import { useFetcher } from '@remix-run/react';
import { useNotify } from './toasts/toasts.tsx';
import type { Toast } from './toasts/toast.ts';
import { useErrorTitle } from './toasts/use-error-title.ts';
import type { FormAnswer } from './answer.ts';

/** Asks for data instead of a page. */
const STAY = ['stay', 'yes'];

/** Shows changes at once and stores them one after the other. A failure drops those behind it, too. */
export function useQueuedChanges<Change>(
  action: string,
  fieldsOf: (change: Change) => string[][],
  onStored?: (change: Change) => void,
) {
  const [waiting, setWaiting] = useState<readonly Change[]>([]);
  const [failure, setFailure] = useState<Toast | null>(null);
  /** While a change is sent: the answer before it. */
  const sent = useRef<{ before: FormAnswer | undefined } | null>(null);
  const fetcher = useFetcher<FormAnswer>();
  const notify = useNotify();
  useErrorTitle(failure);

  useEffect(() => {
    const [next] = waiting;
    if (next === undefined || fetcher.state !== 'idle') return;
    const answer = fetcher.data;
    if (!sent.current) {
      sent.current = { before: answer };
      fetcher.submit(new URLSearchParams([...fieldsOf(next), STAY]), { method: 'post', action });
      return;
    }
    if (!answer || answer === sent.current.before) return; // it has not even begun
    sent.current = null;
    const { notice = null } = answer;
    const isStored = notice?.kind === 'success';
    setWaiting(isStored ? waiting.slice(1) : []);
    setFailure(isStored ? null : notice);
    if (notice && (!isStored || waiting.length === 1)) notify(notice); // one toast for quick changes
    if (isStored) onStored?.(next);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- acts when a request has ended or a change is waiting
  }, [fetcher.state, waiting]);

  return { waiting, change: (next: Change) => setWaiting((now) => [...now, next]) };
}
