import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { paths } from '../paths.ts';
import { requireRole } from '../staff/guards.server.ts';

export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'admin');
  return redirect(paths.admin.dashboard);
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return redirect(paths.admin.dashboard);
}
