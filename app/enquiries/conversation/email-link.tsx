import type { ReactNode } from 'react';
import { mailHref } from '../../ui/contact-links.ts';
import type { MessageDetails } from '../inbox/inbox.ts';

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
      href={mailHref(email)}
      title={children === email ? undefined : email}
      className={`text-link wrap-anywhere underline ${className}`}
    >
      {children}
    </a>
  );
}

/** What Windows opens of an address; longer ones do nothing there. */
const MOST = 2000;

// Halves of characters cannot be encoded. Not toWellFormed, which browsers have had only since 2023.
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** As much of a text as has room once it is encoded. */
function fitted(text: string, room: number): string {
  const whole = encoded(text);
  if (whole.length <= room) return whole;
  const end = encoded('…');
  let part = '';
  for (const each of text) {
    const next = encoded(each);
    if (part.length + next.length + end.length > room) break;
    part += next;
  }
  return part + end;
}

/** Opens the mail program with the subject of an answer and the enquiry quoted, as much of it as fits. */
export function answerHref({ email, subject, reference, message }: MessageDetails): string {
  const quoted = message
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n');
  const before = `${mailHref(email)}?subject=Re%3A%20${fitted(subject, MOST / 3)}${encoded(` [${reference}]`)}&body=`;
  return before + fitted(`\r\n\r\n${quoted}`, MOST - before.length);
}
