import { createCookie, type Cookie } from '@remix-run/node';
import { perApp, type App } from '#db/app.ts';
import { sessionSecrets, type Env } from '../env.server.ts';

/** The name of a cookie: on https one that no other host, and no page without https, can set here (`__Host-`). */
export const cookieName = ({ isSecure }: Env, name: string): string => (isSecure ? `__Host-${name}` : name);

/** A cookie that only the server reads, and that nobody else can have written. @param maxAge seconds */
export const signedCookie = (name: string, maxAge: number): ((app: App) => Cookie) =>
  perApp(`cookie ${name}`, (app) =>
    createCookie(cookieName(app.env, name), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: app.env.isSecure,
      secrets: sessionSecrets(app),
      maxAge,
    }),
  );
