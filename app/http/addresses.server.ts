import { data } from '@remix-run/node';
import { INT_MAX } from '../schemas/limits.ts';

/** The answer for an address or an id that does not exist; to be thrown. */
export const notFound = () => data(null, { status: 404, statusText: 'Not Found' });

/** The id in an address. @throws a 404 answer for anything but a positive 32-bit integer */
export function idOf(value: string | undefined): number {
  const id = /^[1-9]\d{0,9}$/.test(value ?? '') ? Number(value) : NaN;
  if (!(id <= INT_MAX)) throw notFound();
  return id;
}

/**
 * The way back to a page of this site: its path and query.
 * @param address an absolute address such as a Referer header
 * @returns `fallback` for anything that is not http(s) of this very origin
 */
export function ownPath(address: string | null, appUrl: string, fallback: string): string {
  const url = address ? URL.parse(address) : null;
  if (!url || url.origin !== appUrl || /\/[/\\]/.test(url.pathname)) return fallback;
  return url.pathname + url.search;
}
