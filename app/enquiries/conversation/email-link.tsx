import type { ComponentProps } from 'react';
import { mailHref } from '../../ui/contact-links.ts';
import type { MessageDetails } from './find-message.server.ts';

type EmailLinkProps = Pick<ComponentProps<'a'>, 'className' | 'children'> & { email: string };

/** `mailHref` escapes the address, so that it cannot add a header such as Cc. */
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

const ADDRESS_MAX = 2000; // Windows does not open a longer address

// A lone surrogate cannot be encoded. Browsers have `toWellFormed` only since 2023.
const encode = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** @returns the encoded text, cut to at most `room` characters */
function encodeUpTo(text: string, room: number): string {
  if (encode(text).length <= room) return encode(text);
  let left = room - encode('…').length;
  const parts = Array.from(text.slice(0, room), encode);
  const end = parts.findIndex((part) => (left -= part.length) < 0);
  return parts.slice(0, end).join('') + encode('…');
}

/** Opens the mail program with as much of the quoted enquiry as fits. */
export function answerHref({ email, subject, reference, message }: MessageDetails): string {
  const quoted = `> ${message.replace(/\r?\n/g, '\r\n> ')}`;
  const before = `${mailHref(email)}?subject=Re%3A%20${encodeUpTo(subject, ADDRESS_MAX / 3)}${encode(` [${reference}]`)}&body=`;
  return before + encodeUpTo(`\r\n\r\n${quoted}`, ADDRESS_MAX - before.length);
}
