import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '../http/addresses.server.ts';
import { requireRole } from '../accounts/guards.server.ts';

/** An unknown address below /admin: 404 for staff, the login page for everyone else. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'viewer');
  throw notFound();
}

export default () => null;
