/**
 * Whether a request that may change something comes from a page of this site. Browsers say so themselves in
 * Sec-Fetch-Site; older ones send Origin. Remix's own check has holes (`_data`, resource routes, X-Forwarded-Host).
 * @param header reads a request header by its lower-case name
 * @param appUrl the site's public origin
 */
export function isOwnOrigin(header: (name: string) => string | null | undefined, appUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  return header('origin') === appUrl;
}
