import { redirect, type AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { signedCookie } from '../../http/context.server.ts';
import { doneNotice, type Done, type Notice } from './toast.ts';

const findCookie = signedCookie('notice', 60); // it is for the very next page

export const redirectWithNotice = async ({ app }: AppLoadContext, url: string, done: Done): Promise<Response> =>
  redirect(url, { status: 303, headers: { 'Set-Cookie': await noticeCookie(app, done) } });

export function noticeCookie(app: App, done: Done): Promise<string> {
  return findCookie(app).serialize(doneNotice(done));
}

/** Reads the flash message, with the Set-Cookie line that clears it. */
export async function takeNotice(app: App, request: Request): Promise<{ notice: Notice | null; clear: string | null }> {
  const header = request.headers.get('cookie');
  if (!header?.includes('notice=')) return { notice: null, clear: null };
  const notice = (await findCookie(app).parse(header)) as Notice | null; // signed, so it is one of ours
  return {
    notice: typeof notice?.title === 'string' ? notice : null,
    clear: await findCookie(app).serialize('', { maxAge: 0 }),
  };
}
