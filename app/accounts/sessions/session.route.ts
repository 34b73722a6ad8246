import type { ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../../forms/form.server.ts';
import { markPrivate } from '../../http/context.server.ts';
import { findSession } from './find-session.server.ts';

/**
 * Open admin pages ask every 30 s. Renews a session near its expiry (reading it does), and says whose it is and when it
 * ends, in milliseconds from now; 401 once signed out.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnOrigin(context, request);
  markPrivate(context);
  const session = await findSession(entityManager(context), context, request);
  if (!session) return Response.json({ expiresInMs: 0 }, { status: 401 }); // `data` loses the status at an address without a page
  const { email, role, expiresInMs } = session;
  return Response.json({ email, role, expiresInMs });
}

export { refusePage as loader } from '../guards.server.ts';
