/** Checks Sec-Fetch-Site, else Origin. Remix's own check has holes (`_data`, resource routes, X-Forwarded-Host). */
export function isOwnOrigin(header: (name: string) => string | null | undefined, appUrl: string): boolean {
  const site = header('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  return header('origin') === appUrl;
}
