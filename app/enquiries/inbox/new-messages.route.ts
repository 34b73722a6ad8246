import type { LoaderFunctionArgs } from '@remix-run/node';
import { Message } from '#db/entities/message.ts';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { readId } from '../../http/addresses.server.ts';

/** Counts enquiries in the inbox that came after the one with this id, the last that an open page knows. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const last = params.id === '0' ? 0 : readId(params.id); // 0: the inbox was empty
  const newer = { id: { $gt: last }, folder: 'inbox' as const };
  return Response.json({ count: await entityManager(context).count(Message, newer) });
}
