import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request);
  return redirect(paths.admin.dashboard);
}
