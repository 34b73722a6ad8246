import { useEffect, useRef, useState } from 'react';
import { useDismiss, useNotify } from './toasts/toasts.tsx';
import type { Toast } from './toasts/toast.ts';
import { useErrorTitle } from './toasts/use-error-title.ts';
import type { FormAnswer } from './answer.ts';
import { useFetcher, type FetcherWithComponents } from '@remix-run/react';

/** @returns the error that came with the document, for a banner; a later one is a toast */
export function useAnswer(notice: Toast | null | undefined): Toast | null {
  const notify = useNotify();
  const dismiss = useDismiss();
  const [first] = useState(notice);
  const isFirst = notice?.id === first?.id;
  useErrorTitle(notice);
  useEffect(() => {
    if (!notice || isFirst) return;
    notify(notice);
    return () => dismiss(notice.id); // the next answer, or the error put right
  }, [notice, isFirst, notify, dismiss]);
  return isFirst && notice ? notice : null;
}

/** A form's key: another version resets the fields, but not under an answer, which would lose focus and typing. */
export function useBegunWith<Version>(version: Version, answer: FormAnswer | undefined): Version {
  const [begunWith, beginWith] = useState(version);
  if (!answer && begunWith !== version) beginWith(version);
  return begunWith;
}

/** With the answer to the last submission; none once it was saved. @param first the answer that came with the document */
export function useFormFetcher<Answer extends FormAnswer>(
  first?: Answer,
): { fetcher: FetcherWithComponents<Answer>; answer: Answer | undefined } {
  const fetcher = useFetcher() as FetcherWithComponents<Answer>;
  const { state, data: answer = first } = fetcher;
  const [over, setOver] = useState<Answer>();
  const atRest = useRef<Answer>(); // under way, `data` may be here before the state that it belongs to
  useEffect(() => {
    if (state === 'idle') atRest.current = answer;
    // Not once more the same: React would render again, and forget the effects of what has come by then.
    else if (over !== atRest.current) setOver(atRest.current);
  }, [state, answer, over]);
  const isFormer = answer === over;
  return {
    fetcher: isFormer ? { ...fetcher, data: undefined } : fetcher,
    answer: state === 'idle' && isFormer ? undefined : answer,
  };
}

/** Once a failure is told, the form is free again: what the page loads after it may never come. */
export const isSending = ({ state, data }: { state: string; data?: unknown }): boolean =>
  state === 'submitting' || (state === 'loading' && !data);
