import { useEffect } from 'react';
import { useLocation } from '@remix-run/react';
import { RouteButton } from './button.tsx';

interface PagerProps {
  label: string;
  className?: string;
  links: readonly ({ name: string; to: string; rel?: string } | null)[];
}

/** Of links that exist. The focus then goes to the list's heading, the one with a `tabIndex`. */
export function Pager({ label, className = '', links }: PagerProps) {
  const { state, key } = useLocation();
  const isLedTo = (state as { leadsTo?: string } | null)?.leadsTo === label;
  useEffect(() => {
    if (isLedTo) document.querySelector<HTMLElement>('main :is(h1, h2)[tabindex]')?.focus({ preventScroll: true });
  }, [isLedTo, key]);
  const there = links.filter((link) => link !== null);
  if (!there.length) return null;
  return (
    <nav aria-label={label} className={`flex flex-wrap justify-end gap-2 ${className}`}>
      {there.map(({ name, to, rel }) => (
        <RouteButton key={name} to={to} rel={rel} state={{ leadsTo: label }} className="btn-small">
          {name}
        </RouteButton>
      ))}
    </nav>
  );
}
