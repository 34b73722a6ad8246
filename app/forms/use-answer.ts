import { useEffect, useState } from 'react';
import { useDismiss, useNotify } from './toasts/toasts.tsx';
import type { Notice } from './toasts/toast.ts';
import { useErrorTitle } from './toasts/use-error-title.ts';

/**
 * Says why a form was not saved.
 * @returns the notice that came with the document, to be shown as a banner; one that comes later is a toast
 */
export function useAnswer(notice: Notice | null | undefined): Notice | null {
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
