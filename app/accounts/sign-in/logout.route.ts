import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { paths } from '../../paths.ts';
import { forgetWayBack } from './way-back.server.ts';
import { endSession } from '../sessions/sessions.server.ts';

/** Also removes what the browser has kept, drafts included. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnOrigin(context, request);
  const cookie = await endSession(entityManager(context), context, request);
  const headers = new Headers({ 'Set-Cookie': cookie, 'Clear-Site-Data': '"storage"' });
  headers.append('Set-Cookie', await forgetWayBack(context.app));
  // Other cookies stay: the theme is in one, and the device's is what tells its owner from a guesser.
  return redirect(paths.home, { status: 303, headers });
}

/** Signing out by a link would let any page do it. */
export { refusePage as loader } from '../guards.server.ts';
