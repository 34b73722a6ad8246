import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { paths } from '../../paths.ts';
import { forgetWayBack } from './way-back.server.ts';
import { endSession } from '../sessions/sessions.server.ts';

/** Also makes the browser delete what it has stored, including drafts. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnOrigin(context, request);
  const cookie = await endSession(entityManager(context), context, request);
  const headers = new Headers({ 'Set-Cookie': cookie, 'Clear-Site-Data': '"storage"' });
  headers.append('Set-Cookie', await forgetWayBack(context.app));
  // Other cookies stay, for the theme and for the sign-in limits of this device.
  return redirect(paths.home, { status: 303, headers });
}

/** GET does not sign out: any page could link to it. */
export { refusePage as loader } from '../guards.server.ts';
