import type { ReactNode } from 'react';
import { EllipsisHorizontalIcon } from '@heroicons/react/24/outline';
import { RouteButton } from './button.tsx';

interface MoreMenuProps {
  label: string;
  /** Shown in place of '⋯'. Its menu takes the width and the side of the positioned element around it. */
  text?: string;
  isLeft?: boolean | undefined;
  isUpwards?: boolean | undefined;
  children: ReactNode;
}

export function MoreMenu({ label, text, isLeft, isUpwards, children }: MoreMenuProps) {
  return (
    <site-menu class="contents">
      <details className={text ? undefined : 'relative'}>
        <summary
          className={`btn btn-small btn-secondary list-none [&::-webkit-details-marker]:hidden ${text ? 'min-h-8! px-2.5! py-1! text-sm!' : 'size-9 p-0!'}`}
          title={label}
        >
          {text ?? <EllipsisHorizontalIcon aria-hidden className="size-5" />}
          {text ? null : <span className="sr-only">{label}</span>}
        </summary>
        <div
          className={`bg-bg border-border absolute z-20 grid min-w-44 border py-1 shadow-lg ${text ? 'max-w-full wrap-anywhere' : 'whitespace-nowrap'} ${isUpwards ? 'bottom-full left-0 mb-1' : `top-full mt-1 ${isLeft ? 'left-0' : 'right-0'}`}`}
        >
          {children}
        </div>
      </details>
    </site-menu>
  );
}

/** @param name for screen readers */
export const MenuLink = ({ to, text, name }: { to: string; text: string; name: string }) => (
  <RouteButton to={to} look="quiet" className="menu-item" aria-label={name} preventScrollReset>
    {text}
  </RouteButton>
);
