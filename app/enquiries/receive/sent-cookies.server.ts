import type { App } from '#db/app.ts';
import { readReference } from './enquiry.schema.ts';
import { cookieName, signedCookie } from '../../http/context.server.ts';
import type { SentEnquiry } from '../form/sent.tsx';

const REFERENCE = 'reference';
const SECONDS = 120;
const MOST_BYTES = 1500; // a cookie holds 4096, encoded and signed

const findLostFiles = signedCookie('lost-files', SECONDS);

/**
 * What only this visitor may see after sending is in cookies, not in the address. The reference is readable by scripts,
 * for when the page cannot be loaded. Nothing is left of an earlier enquiry.
 */
export async function sentCookies(app: App, { reference, lost }: SentEnquiry): Promise<string[]> {
  const { env } = app;
  const maxAge = reference ? SECONDS : 0;
  return [
    `${cookieName(env, REFERENCE)}=${reference ?? ''}; Path=/; Max-Age=${maxAge}; SameSite=Lax${env.isSecure ? '; Secure' : ''}`,
    await findLostFiles(app).serialize(lost.length ? shorten(lost) : '', lost.length ? {} : { maxAge: 0 }),
  ];
}

export async function readSent(app: App, cookies: string | null): Promise<SentEnquiry> {
  const reference = readReference(cookies ?? '', cookieName(app.env, REFERENCE));
  const lost = reference && ((await findLostFiles(app).parse(cookies)) as string[] | '' | null); // signed, so we wrote it
  return { reference, lost: lost || [] };
}

const shorten = (names: string[]): string[] =>
  Buffer.byteLength(JSON.stringify(names)) <= MOST_BYTES
    ? names
    : names.map((name) => `${name.slice(0, 20)}…${name.slice(-8)}`);
