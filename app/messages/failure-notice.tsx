import { useEffect, useState } from 'react';
import type { Notice } from '../http/notice.ts';
import { useNotify } from '../http/notices.tsx';

/** What went wrong: a banner where it came with the document, a toast where the page was open already. */
export function FailureNotice({ notice }: { notice: Notice | null | undefined }) {
  const notify = useNotify();
  const [inDocument] = useState(notice);
  const isNew = notice && notice.id !== inDocument?.id;
  useEffect(() => {
    if (isNew) notify(notice);
  }, [isNew, notice, notify]);
  if (!notice || isNew) return null;
  return (
    <p role="alert" className="border-danger bg-surface text-danger border-l-4 p-4">
      <strong className="font-semibold">{notice.title}</strong>{' '}
      {notice.description ? <span className="text-text">{notice.description}</span> : null}
    </p>
  );
}
