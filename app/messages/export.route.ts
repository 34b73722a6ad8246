import type { LoaderFunctionArgs } from '@remix-run/node';
import { notFound } from '../http/replies.server.ts';
import { requireRole } from '../staff/guards.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  throw notFound();
}
