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
  const whole = encode(text);
  if (whole.length <= room) return whole;
  const end = encode('…');
  let part = '';
  for (const each of text) {
    const next = encode(each);
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
  const before = `${mailHref(email)}?subject=Re%3A%20${encodeUpTo(subject, ADDRESS_MAX / 3)}${encode(` [${reference}]`)}&body=`;
  return before + encodeUpTo(`\r\n\r\n${quoted}`, ADDRESS_MAX - before.length);
}
