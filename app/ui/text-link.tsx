import type { PropsWithChildren } from 'react';
import { Link } from '@remix-run/react';

type TextLinkProps = PropsWithChildren<{ [name in 'to' | 'back' | 'href']?: string | undefined }>;

/** 24 px high without parting the lines. @param back not printed @param href of a page outside the staff area */
export function TextLink({ back, to = back, href, children }: TextLinkProps) {
  const className = `text-link -my-1 py-1 underline underline-offset-4 ${back ? 'print:hidden' : ''}`;
  return to ? <Link {...{ to, className }}>{children}</Link> : <a {...{ href, className }}>{children}</a>;
}
