import { useEffect, useState } from 'react';
import { useLocation, useNavigation } from '@remix-run/react';
import type { Role } from '../accounts/staff.schema.ts';
import { loadingText, sectionPath } from './sections.ts';

const PATIENCE_MS = 150; // what comes sooner is shown without a skeleton in between

/** Null unless another section takes more than a moment to load. */
export function useLoadingText(role: Role): string | null {
  const { pathname } = useLocation();
  const { state, location: next, formMethod } = useNavigation();
  const isLeaving =
    state === 'loading' && formMethod === undefined && sectionPath(next.pathname) !== sectionPath(pathname);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isLeaving) return setLong(false);
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);
  return isLeaving && isLong ? loadingText(next.pathname, role) : null;
}

export function LoadingSkeleton({ text }: { text: string }) {
  return (
    <div className="animate-[appear_150ms_both]">
      <p className="text-muted">{text}</p>
      <div aria-hidden className="mt-6 grid gap-4">
        <div className="skeleton-bar h-8 w-2/5" />
        <div className="skeleton-bar h-28" />
        <div className="skeleton-bar h-28" />
        <div className="skeleton-bar h-28" />
      </div>
    </div>
  );
}
