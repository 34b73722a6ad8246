import { createCookie, redirect } from '@remix-run/node';
import { z } from './zod.ts';
import { env, sessionSecrets } from '../env.server.ts';
import type { Notice } from './notice.ts';

const cookie = createCookie('notice', {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: env().isSecure,
  secrets: sessionSecrets(),
  maxAge: 60, // seconds; a notice is for the very next page
});

const schema = z.object({
  kind: z.literal('success'),
  title: z.string(),
  description: z.string().optional(),
  id: z.string(),
});

/** What was done, as a title alone or with a description. */
type Done = string | { title: string; description?: string };

/** Goes to a page of this site, which shows the notice once. */
export const redirectWithNotice = async (url: string, done: Done): Promise<Response> =>
  redirect(url, { status: 303, headers: { 'Set-Cookie': await noticeCookie(done) } });

/** The Set-Cookie line that lets the visitor's next page show the notice once. */
export function noticeCookie(done: Done): Promise<string> {
  const words = typeof done === 'string' ? { title: done } : done;
  return cookie.serialize({ kind: 'success', ...words, id: crypto.randomUUID() } satisfies Notice);
}

/** The notice waiting for this visitor, and the Set-Cookie line that clears it. */
export async function takeNotice(request: Request): Promise<{ notice: Notice | null; clear: string | null }> {
  const header = request.headers.get('cookie');
  if (!header?.includes('notice=')) return { notice: null, clear: null };
  const parsed = schema.safeParse(await cookie.parse(header));
  return { notice: parsed.success ? parsed.data : null, clear: await cookie.serialize('', { maxAge: 0 }) };
}
