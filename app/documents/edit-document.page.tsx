import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireRole } from '#app/staff/guards.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return null;
}

export default function Page() {
  return (
    <>
      <h1>Document</h1>
    </>
  );
}
