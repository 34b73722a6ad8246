import { isIP } from 'node:net';
import type { AppLoadContext } from '@remix-run/node';
import type { Env } from '../../env.server.ts';
import type { FormErrors } from '../../forms/answer.ts';
import { requireFound } from '../../http/addresses.server.ts';

/** The site as passkeys see it: they are bound to its host name and sign its origin. */
export type RelyingParty = NonNullable<ReturnType<typeof findRelyingParty>>;

/** @returns null where browsers offer no passkeys: at an IP address, or without https */
export function findRelyingParty({ appUrl, isSecure }: Env) {
  const { hostname } = new URL(appUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost'); // browsers treat it as secure
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) > 0;
  return !isAddress && (isSecure || isLocal) ? { id: hostname, origin: appUrl } : null;
}

/** @throws a 404 answer where there are no passkeys */
export const requireRelyingParty = ({ app }: AppLoadContext): RelyingParty => requireFound(findRelyingParty(app.env));

export const refuse = (status: number, why: { problem: string } | { errors: FormErrors }, headers?: HeadersInit) =>
  Response.json(why, { status, headers });
