import { data } from '@remix-run/node';
import { INT_MAX } from '../schemas/limits.ts';

export const notFound = () => data(null, { status: 404, statusText: 'Not Found' });

/** @throws a 404 answer */
export function requireFound<Found>(found: Found | null | undefined): Found {
  if (!found) throw notFound();
  return found;
}

/** @throws a 404 answer unless it is a positive 32-bit integer */
export function readId(value: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : NaN;
  if (!(id <= INT_MAX)) throw notFound();
  return id;
}

/** The path and query of an address of this site, such as a Referer; `fallback` for any other. */
export function ownPath(address: string | null, appUrl: string, fallback: string): string {
  const url = address ? URL.parse(address) : null;
  if (!url || url.origin !== appUrl || /\/[/\\]/.test(url.pathname)) return fallback;
  return url.pathname + url.search;
}
