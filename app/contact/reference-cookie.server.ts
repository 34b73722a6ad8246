import { env } from '../env.server.ts';

const NAME = 'reference';
const SECONDS = 120;

/** Carries the reference of an enquiry to the page that thanks for it, and no further: it stands in no address. */
export const referenceCookie = (reference: string): string =>
  `${NAME}=${reference}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${env().isSecure ? '; Secure' : ''}`;

/** The reference that a request's cookies carry. */
export const referenceIn = (cookies: string | null): string | null =>
  new RegExp(`(?:^|; )${NAME}=(SR-[0-9A-HJKMNP-TV-Z]{6})(?:;|$)`).exec(cookies ?? '')?.[1] ?? null;
