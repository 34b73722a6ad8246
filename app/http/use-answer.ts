import { useEffect, useState } from 'react';
import { useNotify } from './notices.tsx';
import type { Notice } from './notice.ts';
import { useErrorTitle } from './use-error-title.ts';

/**
 * Says why a form was not saved.
 * @returns the notice that came with the document, to be shown as a banner; one that comes later is a toast
 */
export function useAnswer(notice: Notice | null | undefined): Notice | null {
  const notify = useNotify();
  const [first] = useState(notice);
  const isFirst = notice?.id === first?.id;
  useErrorTitle(notice);
  useEffect(() => {
    if (!notice || isFirst) return;
    notify(notice);
  }, [notice, isFirst, notify]);
  return isFirst && notice ? notice : null;
}
