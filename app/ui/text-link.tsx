import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';

/** A link within words. @param href of what is no page of the staff area */
export const TextLink = ({ to, href, children }: { to?: string; href?: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <a href={href} className="text-link py-1 underline">
      {children}
    </a>
  ) : (
    <Link to={to} className="text-link py-1 underline">
      {children}
    </Link>
  );
