import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';

/** A link within words, which is 24 px high without parting the lines. @param href of what is no page of the staff area */
export const TextLink = ({ to, href, children }: { to?: string; href?: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <a href={href} className="text-link -my-1 py-1 underline">
      {children}
    </a>
  ) : (
    <Link to={to} className="text-link -my-1 py-1 underline">
      {children}
    </Link>
  );
