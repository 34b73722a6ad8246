import { useEffect, useRef, useState } from 'react';
import { useDismiss, useNotify } from './toasts/toasts.tsx';
import type { Toast } from './toasts/toast.ts';
import { useErrorTitle } from './toasts/use-error-title.ts';
import type { FormAnswer } from './answer.ts';
import { useFetcher, type FetcherWithComponents } from '@remix-run/react';

/** @returns the error that came with the document, for a banner; shows later ones as toasts */
export function useAnswer(notice: Toast | null | undefined): Toast | null {
  const notify = useNotify();
  const dismiss = useDismiss();
  const [first] = useState(notice);
  const isFirst = notice?.id === first?.id;
  useErrorTitle(notice);
  useEffect(() => {
    if (!notice || isFirst) return;
    notify(notice);
    return () => dismiss(notice.id); // on the next answer, or when the error is corrected
  }, [notice, isFirst, notify, dismiss]);
  return isFirst && notice ? notice : null;
}

/** A React key for a form. Another version resets the fields, except under an answer: focus and text would be lost. */
export function useFormKey<Version>(version: Version, answer: FormAnswer | undefined): Version {
  const [key, setKey] = useState(version);
  if (!answer && key !== version) setKey(version);
  return key;
}

/** `answer` is that to the last submission, until it is saved. @param first the answer that came with the document */
export function useFormFetcher<Answer extends FormAnswer>(
  first?: Answer,
): { fetcher: FetcherWithComponents<Answer>; answer: Answer | undefined } {
  const fetcher = useFetcher() as FetcherWithComponents<Answer>;
  const { state, data: answer = first } = fetcher;
  const [over, setOver] = useState<Answer>();
  /** What a submission puts an end to. Read at rest: during a request, `data` may change before `state`. */
  const atRest = useRef<Answer>();
  const isFormer = answer === over;
  useEffect(() => {
    if (state === 'idle') atRest.current = isFormer ? undefined : answer;
    // Not set to the same value again: React would render again, and drop effects of what has come meanwhile.
    else if (atRest.current && over !== atRest.current) setOver(atRest.current);
  }, [state, answer, over, isFormer]);
  return {
    fetcher: isFormer ? { ...fetcher, data: undefined } : fetcher,
    answer: isFormer && (state === 'idle' || !atRest.current) ? undefined : answer,
  };
}

/** Whether a form is being sent. It ends with the answer, as the reload of the page after a failure may never end. */
export const isSending = ({ state, data }: { state: string; data?: unknown }): boolean =>
  state === 'submitting' || (state === 'loading' && !data);
