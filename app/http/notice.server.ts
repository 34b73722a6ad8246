import { createCookie, redirect } from '@remix-run/node';
import { z } from 'zod';
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
  kind: z.enum(['success', 'error']),
  title: z.string(),
  description: z.string().optional(),
  id: z.string(),
});

/** Goes to a page of this site, which shows the notice once. */
export async function redirectWithNotice(
  url: string,
  notice: string | { title: string; description?: string; kind?: Notice['kind'] },
): Promise<Response> {
  const { title, description, kind } =
    typeof notice === 'string' ? { title: notice, description: undefined, kind: undefined } : notice;
  const value: Notice = {
    kind: kind ?? 'success',
    title,
    ...(description ? { description } : {}),
    id: crypto.randomUUID(),
  };
  return redirect(url, { status: 303, headers: { 'Set-Cookie': await cookie.serialize(value) } });
}

/** The notice waiting for this visitor, and the Set-Cookie line that clears it. */
export async function takeNotice(request: Request): Promise<{ notice: Notice | null; clear: string | null }> {
  const header = request.headers.get('cookie');
  if (!header?.includes('notice=')) return { notice: null, clear: null };
  const parsed = schema.safeParse(await cookie.parse(header));
  return { notice: parsed.success ? parsed.data : null, clear: await cookie.serialize('', { maxAge: 0 }) };
}
