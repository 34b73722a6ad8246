import type { IncomingMessage } from 'node:http';
import { perApp, type App } from '#db/app.ts';
import { paths, publicPages, publicQueries } from '../paths.ts';
import { readTheme, type Theme } from './theme.ts';

/** The same for every visitor with the same theme. */
const cacheable = new Set(publicPages.filter((page) => page !== paths.contactForm));

/** The themes asked for since the start. */
const findThemes = perApp('themes', () => new Set<Theme>(['light']));

export const pageKeys = (app: App): string[] =>
  [...findThemes(app)].flatMap((theme) => [...cacheable].map((path) => `${path}|${theme}`));

/**
 * The cache key of a request: a public page without a query that it reads, for somebody who is not signed in and has no
 * flash message. Remix then gets the page without its query (`render/remix.server.ts`).
 */
export function findCacheKey(app: App, request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = cacheable.has(url) ? url : withoutUnknownQuery(url);
  if (!cacheable.has(path)) return null;
  const cookie = headers.cookie ?? '';
  // Anything that may be such a cookie, however it is spelled.
  if (cookie.includes('session') || cookie.includes('notice')) return null;
  const theme = readTheme(cookie);
  findThemes(app).add(theme);
  return `${path}|${theme}`;
}

/** Campaigns add queries: only those that the page reads make another page. */
function withoutUnknownQuery(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const path = url.slice(0, at);
  const known = publicQueries[path];
  if (!known) return path;
  const query = new URLSearchParams(url.slice(at + 1));
  return known.some((name) => query.has(name)) ? url : path;
}
