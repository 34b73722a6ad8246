import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';

/** 24 px high without parting the lines. @param href of a page outside the staff area */
export function TextLink({ to, href, children }: { to?: string; href?: string | undefined; children: ReactNode }) {
  const className = 'text-link -my-1 py-1 underline underline-offset-4';
  return to ? <Link {...{ to, className }}>{children}</Link> : <a {...{ href, className }}>{children}</a>;
}
