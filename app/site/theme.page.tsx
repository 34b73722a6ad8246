import { data, redirect, type ActionFunctionArgs } from '@remix-run/node';
import { readForm } from '../forms/form.server.ts';
import { ownPath } from '../http/addresses.server.ts';
import { paths } from '../paths.ts';
import { THEME_KEY, THEME_SECONDS, themes, type Theme } from '../http/theme.ts';

/** Not covered by maintenance. */
export async function action({ request, context }: ActionFunctionArgs) {
  const theme = (await readForm(context, request)).get('theme');
  if (!themes.includes(theme as Theme)) throw data(null, { status: 400 });
  const secure = context.app.env.isSecure ? '; Secure' : '';
  const cookie = `${THEME_KEY}=${theme as Theme}; Path=/; Max-Age=${THEME_SECONDS}; SameSite=Lax${secure}`;
  const back = ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.home);
  return redirect(back, { status: 303, headers: { 'Set-Cookie': cookie } });
}

export { refusePage as loader } from '../accounts/guards.server.ts';

/** Never shown, but failures need a page. */
export default () => null;
