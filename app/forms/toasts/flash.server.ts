import { redirect, type AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { signedCookie } from '../../http/context.server.ts';
import { successToast, type Done, type Toast } from './toast.ts';

const findCookie = signedCookie('notice', 60); // it is for the very next page

export const redirectWithToast = async ({ app }: AppLoadContext, url: string, done: Done): Promise<Response> =>
  redirect(url, { status: 303, headers: { 'Set-Cookie': await flashCookie(app, done) } });

export function flashCookie(app: App, done: Done): Promise<string> {
  return findCookie(app).serialize(successToast(done));
}

/** Reads the flash message, with the Set-Cookie line that clears it. */
export async function takeFlash(app: App, request: Request): Promise<{ notice: Toast | null; clear: string | null }> {
  const header = request.headers.get('cookie');
  if (!header?.includes('notice=')) return { notice: null, clear: null };
  const notice = (await findCookie(app).parse(header)) as Toast | null; // signed, so it is one of ours
  return {
    notice: typeof notice?.title === 'string' ? notice : null,
    clear: await findCookie(app).serialize('', { maxAge: 0 }),
  };
}
