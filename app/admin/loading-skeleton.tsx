import { useLocation, useNavigation } from '@remix-run/react';
import type { Role } from '../accounts/staff.schema.ts';
import { useLong } from '../ui/use-long.ts';
import { loadingText, sectionPath } from './sections.ts';

/** Null unless another section is slow to load. */
export function useLoadingText(role: Role): string | null {
  const { pathname } = useLocation();
  const { state, location: next, formMethod } = useNavigation();
  const isLeaving =
    state === 'loading' && formMethod === undefined && sectionPath(next.pathname) !== sectionPath(pathname);
  return useLong(isLeaving) && next ? loadingText(next.pathname, role) : null;
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
