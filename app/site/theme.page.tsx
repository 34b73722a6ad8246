import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '../forms/form.server.ts';
import { notFound, ownPath } from '../http/addresses.server.ts';
import { paths } from '../paths.ts';
import { THEME_KEY, THEME_SECONDS, themes, type Theme } from '../http/theme.ts';

/** Keeps the visitor's theme and goes back to the page it was chosen on. Not covered by maintenance. */
export async function action({ request, context }: ActionFunctionArgs) {
  const theme = (await readForm(context, request)).get('theme');
  if (!themes.includes(theme as Theme)) throw data(null, { status: 400 });
  const secure = context.app.env.isSecure ? '; Secure' : '';
  return redirect(ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.home), {
    status: 303,
    headers: {
      'Set-Cookie': `${THEME_KEY}=${theme as Theme}; Path=/; Max-Age=${THEME_SECONDS}; SameSite=Lax${secure}`,
    },
  });
}

/** There is nothing to see at this address. */
export function loader() {
  throw notFound();
}

/** Never shown, but with it failures are answered by a page. */
export default function ThemePage() {
  return null;
}
