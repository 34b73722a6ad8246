import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { markPrivate } from '../../http/context.server.ts';
import { ownPath } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { stopPreview } from './preview-access.server.ts';

/** Not covered by maintenance. */
export async function action({ request, context }: ActionFunctionArgs) {
  markPrivate(context);
  requireOwnOrigin(context, request);
  const line = await stopPreview(entityManager(context), context, request);
  const back = ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.home);
  return redirect(back, { status: 303, headers: { 'Set-Cookie': line } });
}

export { refusePage as loader } from '../../accounts/guards.server.ts';

/** Never shown, but failures need a page. */
export default () => null;
