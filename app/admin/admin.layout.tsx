import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { requireRole } from '../staff/guards.server.ts';
import adminCss from './admin.css?url';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { email, role } = await requireRole(context, request);
  return { staff: { email, role } };
}

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }];

export default function AdminLayout() {
  return <Outlet />;
}
