import { useEffect, useRef, type ReactNode } from 'react';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { RouteButton } from './route-button.tsx';

interface MoreMenuProps {
  /** The name of its button. */
  label: string;
  isUpwards?: boolean;
  children: ReactNode;
}

/** What is not done every day, behind '⋯'. Opens without JavaScript; with it, Escape and leaving it close it. */
export function MoreMenu({ label, isUpwards, children }: MoreMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const details = menu.current!;
    const closeFromOutside = ({ target }: Event) => {
      if (!details.contains(target as Node)) details.open = false;
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.open) return;
      event.stopPropagation(); // the dialog around it stays open
      details.open = false;
      details.querySelector('summary')!.focus();
    };
    details.addEventListener('keydown', closeOnEscape);
    const gone = new AbortController();
    for (const leaving of ['pointerdown', 'focusin'])
      document.addEventListener(leaving, closeFromOutside, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return (
    <details ref={menu} className="relative">
      <summary
        className="btn btn-small btn-secondary size-9 list-none p-0! [&::-webkit-details-marker]:hidden"
        title={label}
      >
        <EllipsisHorizontalIcon aria-hidden className="size-5" />
        <span className="sr-only">{label}</span>
      </summary>
      <div
        className={`bg-bg border-border absolute z-20 grid min-w-44 border py-1 shadow-lg ${isUpwards ? 'bottom-full left-0 mb-1' : 'top-full right-0 mt-1'}`}
      >
        {children}
      </div>
    </details>
  );
}

/** Leads to a page. @param name for those who hear it alone */
export const MenuLink = ({ to, name, children }: { to: string; name: string; children: string }) => (
  <RouteButton to={to} look="quiet" className="menu-item" aria-label={name} preventScrollReset>
    {children}
  </RouteButton>
);
