import { createHash } from 'node:crypto';
import type { Env } from '../env.server.ts';

// As https://developers.google.com/tag-platform/security/guides/csp lists them.
const TAG_MANAGER = 'https://www.googletagmanager.com https://*.google-analytics.com';
const ANALYTICS = 'https://*.analytics.google.com';

/**
 * @param scripts sources besides our own files, such as a nonce or hashes
 * @param isPublic allows the tag manager, which does not count staff
 */
export function contentSecurityPolicy(env: Env, scripts: string, styles: string, isPublic: boolean): string {
  const tags = isPublic && env.TAG_MANAGER_ID ? ` ${TAG_MANAGER}` : '';
  const isDev = import.meta.env?.DEV === true; // Vite's hot reload injects styles and opens a web socket
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}${tags}`,
    isDev ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' ${styles}`,
    "style-src-attr 'unsafe-inline'", // Headless UI and the carousel position with style attributes
    `img-src 'self' data:${tags}`,
    `connect-src 'self'${isDev ? ' ws:' : ''}${tags && `${tags} ${ANALYTICS}`}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Replaces nonces by hashes, for the cache: a nonce must not be used twice. Code without one stays forbidden. */
export function withHashes(env: Env, html: string, nonce: string): { html: string; policy: string } {
  const hashes = { script: new Set<string>(), style: new Set<string>() };
  const escaped = nonce.replace(/[+/=]/g, '\\$&');
  const tag = new RegExp(`<(script|style)([^>]*) nonce="${escaped}"([^>]*)>([\\s\\S]*?)</\\1>`, 'g');
  const bare = html.replace(tag, (_, kind: 'script' | 'style', before: string, after: string, body: string) => {
    if (body) hashes[kind].add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`);
    return `<${kind}${before}${after}>${body}</${kind}>`;
  });
  return {
    html: bare,
    policy: contentSecurityPolicy(env, [...hashes.script].join(' '), [...hashes.style].join(' '), true),
  };
}
