import { randomBytes } from 'node:crypto';
import type { Enquiry } from './enquiry.schema.ts';

const LINKS_MAX = 3;
const FASTEST_MS = 2000;

/** A form id that begins with the time when the form was served, by the database's clock, for all processes. */
export const newFormId = (now: number): string =>
  `${Math.floor(now).toString(36)}-${randomBytes(9).toString('base64url')}`;

/** NaN for an id that we did not make. */
const servedAt = (formId = ''): number => parseInt(/^([0-9a-z]{8})-/.exec(formId)?.[1] ?? '', 36);

/** @returns the reason, for staff; null if it does not look like spam @param now in milliseconds since the epoch */
export function spamReason({ website, formId, message }: Enquiry, now: number): string | null {
  if (website) return 'Caught: fills in a field that people do not see';
  const age = now - servedAt(formId);
  // Absolute, because processes know the database's time only to some milliseconds: the age may be negative.
  if (Math.abs(age) < FASTEST_MS) return 'Caught: sent within 2 seconds of opening the form';
  return linksReason(message);
}

export function linksReason(text: string): string | null {
  const links = text.match(/https?:\/\/|(?<!\/\/)\bwww\./gi)?.length ?? 0;
  return links > LINKS_MAX ? `Caught: contains ${links} links` : null;
}
