import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { requireRole } from '#app/staff/guards.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return null;
}

export default function Page() {
  return (
    <>
      <h1>Manage Services</h1>
      <Outlet />
    </>
  );
}
