import { HOUR_MS, onTheWall, WEST_MS } from './local-time.ts';

/** The value of a date and time field: '2026-11-24T14:30'. */
export const inputTime = (iso: string | null): string => (iso ? onTheWall(Date.parse(iso)).slice(0, 16) : '');

const TIME =
  /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i;

const OURS = `-0${WEST_MS / HOUR_MS}:00`;

/** ISO 8601, by default in the company's zone. @returns milliseconds since the epoch; null for no time of the years 1 to 9999 */
export function timeIn(text: string): number | null {
  const [, day, time, zone = OURS] = TIME.exec(text.trim()) ?? [];
  if (!day || !time) return null;
  const isDay = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(isDay.getTime()) || isDay.toISOString().slice(0, 10) !== day) return null;
  const hours = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const at = new Date(`${day}T${time}${hours.toUpperCase()}`);
  return /^(?!0000)\d{4}-/.test(at.toISOString()) ? at.getTime() : null; // PostgreSQL reads no others
}
