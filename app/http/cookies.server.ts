import { createCookie, type Cookie } from '@remix-run/node';
import { env, sessionSecrets } from '../env.server.ts';

/** The name of a cookie: on https one that no other host, and no page without https, can set here (`__Host-`). */
export const cookieName = (name: string): string => (env().isSecure ? `__Host-${name}` : name);

/** A cookie that only the server reads, and that nobody else can have written. @param maxAge seconds */
export const signedCookie = (name: string, maxAge: number): Cookie =>
  createCookie(cookieName(name), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env().isSecure,
    secrets: sessionSecrets(),
    maxAge,
  });
