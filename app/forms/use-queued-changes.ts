import { useEffect, useRef, useState } from 'react';
import { useFetcher } from '@remix-run/react';
import { useNotify } from './toasts/toasts.tsx';
import type { Toast } from './toasts/toast.ts';
import { useErrorTitle } from './toasts/use-error-title.ts';
import type { FormAnswer } from './answer.ts';
import { addOpenForm } from './typing/kept-typing.ts';

/** Asks for data instead of a page. */
const STAY = ['stay', 'yes'];

/**
 * Stores changes one after the other, and returns those that wait. A failure also drops the changes behind it. Whoever
 * leaves meanwhile waits for them.
 * @param staysAt the addresses at which the page with the queue is still there
 */
export function useQueuedChanges<Change, Answer extends FormAnswer = FormAnswer>(
  action: string,
  toFields: (change: Change) => string[][],
  onStored?: (change: Change, answer: Answer) => void,
  staysAt?: RegExp,
) {
  const [waiting, setWaiting] = useState<readonly Change[]>([]);
  const [failure, setFailure] = useState<Toast | null>(null);
  /** Holds the former answer while a change is sent. */
  const sent = useRef<{ before: Answer | undefined } | null>(null);
  const fetcher = useFetcher<FormAnswer>();
  const notify = useNotify();
  useErrorTitle(failure);

  useEffect(() => {
    const [next] = waiting;
    if (next === undefined || fetcher.state !== 'idle') return;
    const answer = fetcher.data as Answer | undefined;
    if (!sent.current) {
      sent.current = { before: answer };
      fetcher.submit(new URLSearchParams([...toFields(next), STAY]), { method: 'post', action });
      return;
    }
    if (!answer || answer === sent.current.before) return; // the request has not begun yet
    sent.current = null;
    const { notice = null } = answer;
    const isStored = notice?.kind === 'success';
    setWaiting((now) => (isStored ? now.slice(1) : []));
    setFailure(isStored ? null : notice);
    if (notice && (!isStored || waiting.length === 1)) notify(notice); // one toast for quick changes
    if (isStored) onStored?.(next, answer);
    // oxlint-disable-next-line react/exhaustive-deps -- acts when a request has ended or a change is waiting
  }, [fetcher.state, waiting]);

  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (isWaiting) return addOpenForm({ action: '', isUnsaved: (next = '') => !staysAt?.test(next) });
  }, [isWaiting, staysAt]);

  return { waiting, change: (next: Change) => setWaiting((now) => [...now, next]) };
}
