import { readReference } from './enquiry.schema.ts';
import type { Env } from '../../env.server.ts';
import { cookieName } from '../../http/context.server.ts';

const REFERENCE = 'reference';
const LOST_FILES = 'lost-files';
const SECONDS = 120;
const MOST_BYTES = 2000;

/** What only this visitor may see after sending: it is in cookies, not in the address. */
export interface Sent {
  reference: string | null;
  lost?: string[];
}

/** The reference is readable by scripts, for when the page cannot be loaded. */
export function sentCookies(env: Env, { reference, lost = [] }: Sent): string[] {
  const cookie = (name: string, value: string, isForScripts = false) =>
    `${cookieName(env, name)}=${value}; Path=/; Max-Age=${value ? SECONDS : 0}; SameSite=Lax${isForScripts ? '' : '; HttpOnly'}${env.isSecure ? '; Secure' : ''}`;
  return [
    cookie(REFERENCE, reference ?? '', true), // empty removes that of an earlier enquiry
    cookie(LOST_FILES, lost.length ? encode(lost) : ''),
  ];
}

export function readSent(env: Env, cookies: string | null): Required<Sent> {
  const reference = readReference(cookies ?? '', cookieName(env, REFERENCE));
  const lost = new RegExp(`(?:^|; )${cookieName(env, LOST_FILES)}=([\\w-]+)(?:;|$)`).exec(cookies ?? '')?.[1];
  return { reference, lost: reference ? decode(lost) : [] };
}

const encode = (names: string[]): string => {
  const whole = Buffer.from(JSON.stringify(names)).toString('base64url');
  return whole.length <= MOST_BYTES ? whole : encode(names.map((name) => `${name.slice(0, 20)}…${name.slice(-8)}`));
};

function decode(value: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(Buffer.from(value ?? '', 'base64url').toString());
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, 5) : [];
  } catch {
    return [];
  }
}
