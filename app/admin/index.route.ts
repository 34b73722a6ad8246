import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { readForm } from '../forms/form.server.ts';
import { ownPath } from '../http/addresses.server.ts';
import { paths } from '../paths.ts';
import { requireRole } from '../accounts/guards.server.ts';
import { sidebarCookie } from './use-sidebar.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'viewer');
  return redirect(paths.admin.dashboard);
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'viewer');
  const form = await readForm(context, request);
  return redirect(ownPath(request.headers.get('referer'), context.app.env.appUrl, paths.admin.dashboard), {
    status: 303,
    headers: { 'Set-Cookie': sidebarCookie(form.get('sidebar') !== 'collapsed', context.app.env.isSecure) },
  });
}
