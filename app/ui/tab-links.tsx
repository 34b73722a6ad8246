import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';

interface TabLinksProps {
  label: string;
  tabs: { to: string; name: ReactNode; isCurrent: boolean }[];
  className?: string;
}

export function TabLinks({ label, tabs, className = '' }: TabLinksProps) {
  return (
    <nav aria-label={label} className={`border-border min-w-0 border-b ${className}`}>
      <ul className="flex overflow-x-auto">
        {tabs.map(({ to, name, isCurrent }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              aria-current={isCurrent ? 'page' : undefined}
              className="text-muted hover:text-text aria-[current]:border-accent aria-[current]:text-text block border-b-3 border-transparent px-2 py-1.5 text-sm font-semibold whitespace-nowrap -outline-offset-3 aria-[current]:[scroll-initial-target:nearest] lg:px-3 lg:text-base"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
