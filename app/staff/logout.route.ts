import { redirect, type ActionFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireOwnOrigin } from '../http/form.server.ts';
import { notFound } from '../http/replies.server.ts';
import { paths } from '../paths.ts';
import { endSession } from './sessions.server.ts';

/** Ends the session at once and goes to the home page. */
export async function action({ request, context }: ActionFunctionArgs) {
  requireOwnOrigin(request);
  const cookie = await endSession(entityManager(context), context, request);
  return redirect(paths.home, { status: 303, headers: { 'Set-Cookie': cookie } });
}

/** Signing out by a link would let any page do it. */
export function loader() {
  throw notFound();
}
