import type { ReactNode } from 'react';
import type { MessageDetails } from './inbox/inbox.ts';

interface EmailLinkProps {
  email: string;
  className?: string;
  /** The link's text; without it the address is shown. */
  children?: ReactNode;
}

/** An address that opens the mail program; nothing in it can add a header such as a copy. */
export function EmailLink({ email, className = '', children = email }: EmailLinkProps) {
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}
      title={children === email ? undefined : email}
      className={`text-link wrap-anywhere underline ${className}`}
    >
      {children}
    </a>
  );
}

/** Opens the mail program with the subject of an answer and the enquiry quoted. */
export function mailHref({ email, subject, reference, message }: MessageDetails): string {
  const quoted = message
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n');
  // Halves of characters cannot be encoded. Not toWellFormed, which browsers have had only since 2023.
  const part = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  const QUOTED_MAX = 1500; // longer addresses are cut or refused by mail programs
  const body = quoted.length > QUOTED_MAX ? `${quoted.slice(0, QUOTED_MAX)}…` : quoted;
  return `mailto:${part(email).replaceAll('%40', '@')}?subject=${part(`Re: ${subject} [${reference}]`)}&body=${part(`\r\n\r\n${body}`)}`;
}
