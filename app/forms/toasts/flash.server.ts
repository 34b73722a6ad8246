import { redirect } from '@remix-run/node';
import { signedCookie } from '../../http/cookies.server.ts';
import { doneNotice, type Done, type Notice } from './toast.ts';

const cookie = signedCookie('notice', 60); // it is for the very next page

/** Goes to a page of this site, which shows the notice once. */
export const redirectWithNotice = async (url: string, done: Done): Promise<Response> =>
  redirect(url, { status: 303, headers: { 'Set-Cookie': await noticeCookie(done) } });

/** The Set-Cookie line that lets the visitor's next page show the notice once. */
export function noticeCookie(done: Done): Promise<string> {
  return cookie.serialize(doneNotice(done));
}

/** The notice waiting for this visitor, and the Set-Cookie line that clears it. */
export async function takeNotice(request: Request): Promise<{ notice: Notice | null; clear: string | null }> {
  const header = request.headers.get('cookie');
  if (!header?.includes('notice=')) return { notice: null, clear: null };
  const notice = (await cookie.parse(header)) as Notice | null; // signed, so it is one of ours
  return {
    notice: typeof notice?.title === 'string' ? notice : null,
    clear: await cookie.serialize('', { maxAge: 0 }),
  };
}
