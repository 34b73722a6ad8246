import { dayOf, daysBetween, dayText } from '../../time/dates.ts';

/** Staff are warned for so many days before a document lapses. */
export const SOON_DAYS = 60;

export interface Validity {
  /** YYYY-MM-DD, that day included; null is for ever. */
  validUntil: string | null;
  /** Null leaves it on the site, marked as lapsed. */
  whenLapsed: 'hide' | null;
}

export const hasLapsed = ({ validUntil }: Validity, now: number) => validUntil !== null && dayOf(now) > validUntil;

export const isHidden = (document: Validity, now: number) => document.whenLapsed === 'hide' && hasLapsed(document, now);

export function validityText(document: Validity, now: number): string | null {
  if (document.validUntil === null) return null;
  const day = dayText(document.validUntil);
  return hasLapsed(document, now) ? `Lapsed: was valid until ${day}` : `Valid until ${day}`;
}

export function lapseText(document: Validity, now: number): string | null {
  const text = validityText(document, now);
  if (document.validUntil === null || hasLapsed(document, now)) return text;
  const left = daysBetween(dayOf(now), document.validUntil);
  return `${text}, ${left === 0 ? 'today is its last day' : left === 1 ? '1 day left' : `${left} days left`}`;
}

export const whenLapsedText = (whenLapsed: Validity['whenLapsed']): string =>
  whenLapsed === 'hide' ? 'Hide from the site' : 'Say so';
