import type { ReactNode } from 'react';
import { mailHref } from '../../ui/contact-links.ts';
import type { MessageDetails } from './find-message.server.ts';

interface EmailLinkProps {
  email: string;
  className?: string;
  children?: ReactNode;
}

/** Nothing in the address can add a header such as a copy. */
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

const MOST = 2000; // Windows opens no longer address

// A lone surrogate cannot be encoded. Browsers have `toWellFormed` only since 2023.
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** @returns the text encoded, and cut if that is longer than `room` */
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

/** Opens the mail program with as much of the quoted enquiry as fits. */
export function answerHref({ email, subject, reference, message }: MessageDetails): string {
  const quoted = message
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\r\n');
  const before = `${mailHref(email)}?subject=Re%3A%20${fitted(subject, MOST / 3)}${encoded(` [${reference}]`)}&body=`;
  return before + fitted(`\r\n\r\n${quoted}`, MOST - before.length);
}
