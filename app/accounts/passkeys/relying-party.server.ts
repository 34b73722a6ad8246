import { isIP } from 'node:net';
import type { Env } from '../../env.server.ts';

/** Whom passkeys are for: they are bound to a name, and sign the whole origin. */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** This site as passkeys know it; null where browsers have none: under an IP address, or without https. */
export function relyingParty({ appUrl, isSecure }: Env): RelyingParty | null {
  const { hostname } = new URL(appUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost'); // which counts as secure
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  return !isAddress && (isSecure || isLocal) ? { id: hostname, origin: appUrl } : null;
}
