import type { IncomingMessage } from 'node:http';
import { perApp, type App } from '#db/app.ts';
import { paths, publicPages, publicQueries } from '../paths.ts';
import { themeOf, type Theme } from './theme.ts';

/** The pages that are the same for every visitor with the same theme. */
const cacheable = new Set(publicPages.filter((page) => page !== paths.contactForm));

/** The themes that visitors have asked for since the start, and the one that they begin with. */
const findThemes = perApp('themes', () => new Set<Theme>(['light']));

/** The keys of all pages in the themes that are in use. */
export const pageKeys = (app: App): string[] =>
  [...findThemes(app)].flatMap((theme) => [...cacheable].map((path) => `${path}|${theme}`));

/**
 * The key under which this request's answer may be kept: a public page, asked for by someone who is not signed in and has
 * no notice waiting, with nothing in its query that the page knows. Remix is then asked for
 * the page without its query (`render/remix.server.ts`).
 */
export function cacheKeyOf(app: App, request: IncomingMessage): string | null {
  const { method, url = '', headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return null;
  const path = cacheable.has(url) ? url : withoutUnknownQuery(url);
  if (!cacheable.has(path)) return null;
  const cookie = headers.cookie ?? '';
  // Whatever may be one: what the cookie parser makes of `session =…` need not be guessed here.
  if (cookie.includes('session') || cookie.includes('notice')) return null;
  const theme = themeOf(cookie);
  findThemes(app).add(theme);
  return `${path}|${theme}`;
}

/** Campaigns and strangers put anything behind a question mark: only what the page reads makes another page of it. */
function withoutUnknownQuery(url: string): string {
  const at = url.indexOf('?');
  if (at < 0) return url;
  const path = url.slice(0, at);
  const known = publicQueries[path];
  if (!known) return path;
  const query = new URLSearchParams(url.slice(at + 1));
  return known.some((name) => query.has(name)) ? url : path;
}
