import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link, useLocation } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { isTakenOver } from './use-scripted.ts';

export interface RouteDialogProps {
  title: string;
  closeTo: string;
  size?: 'small' | 'wide';
  isBesideWhenWide?: boolean;
  children: ReactNode;
}

type PlainPanelProps = Required<RouteDialogProps> & { onEscape: () => void };

/** Wide enough for the page and a panel beside it; the classes below and `inbox.css` repeat it. */
export const WIDE = '(width >= 100rem)';

const beside = {
  frame: 'fixed inset-0 z-50 min-[100rem]:static min-[100rem]:z-auto',
  backdrop: 'dialog-backdrop min-[100rem]:hidden',
  place: 'dialog-place min-[100rem]:static min-[100rem]:block min-[100rem]:overflow-visible min-[100rem]:p-0',
  panel: 'dialog-panel max-w-2xl min-[100rem]:max-w-none min-[100rem]:border-0 min-[100rem]:shadow-none',
  head: 'min-[100rem]:sticky min-[100rem]:top-0 min-[100rem]:z-10 min-[100rem]:bg-bg min-[100rem]:py-3',
};

/** A dialog with an address, above its page or beside it. */
export function PlainPanel({ title, closeTo, size, isBesideWhenWide, onEscape, children }: PlainPanelProps) {
  const { heading, isBeside } = useFocusWhenOpened(isBesideWhenWide);
  const looks = isBesideWhenWide ? beside : null;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !event.defaultPrevented && !event.nativeEvent.isComposing) onEscape();
  }
  return (
    <div
      role={isBeside ? 'region' : 'dialog'}
      aria-labelledby="dialog-title"
      className={looks?.frame ?? 'fixed inset-0 z-50'}
      onKeyDown={onKeyDown}
    >
      <div className={looks?.backdrop ?? 'dialog-backdrop'} />
      <div className={looks?.place ?? 'dialog-place'}>
        <div className={looks?.panel ?? `dialog-panel ${size === 'wide' ? 'max-w-2xl' : 'max-w-md'}`}>
          <div
            className={`border-border flex items-start justify-between gap-4 border-b px-5 py-4 ${looks?.head ?? ''}`}
          >
            <h2 id="dialog-title" ref={heading} tabIndex={-1} className="text-xl">
              {title}
            </h2>
            <Link to={closeTo} aria-label="Close" className="icon-button dialog-close print:hidden" preventScrollReset>
              <XMarkIcon aria-hidden className="size-6" />
            </Link>
          </div>
          <div className="p-5">{children}</div>
        </div>
      </div>
    </div>
  );
}

/** A panel that opens beside the page gets the focus; one that came with the document does not. */
function useFocusWhenOpened(isBesideWhenWide: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [isBeside, setBeside] = useState(false);
  const { pathname } = useLocation();
  const shown = useRef(isTakenOver() ? '' : pathname);
  useEffect(() => {
    if (!isBesideWhenWide) return;
    const media = matchMedia(WIDE);
    const follow = () => setBeside(media.matches);
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [isBesideWhenWide]);
  useEffect(() => {
    if (!isBeside || shown.current === pathname) return;
    shown.current = pathname;
    heading.current?.focus();
  }, [isBeside, pathname]);
  return { heading, isBeside };
}
