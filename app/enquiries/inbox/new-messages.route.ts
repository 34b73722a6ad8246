import type { LoaderFunctionArgs } from '@remix-run/node';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { THE_SITE } from '../../audit/activities.server.ts';
import { readId } from '../../http/addresses.server.ts';
import { INT_MAX } from '../../schemas/limits.ts';
import { clientEvents } from '../actions.ts';

/**
 * Counts enquiries in the inbox that came after the one with this id, the last that an open page knows; and those before it
 * that have become unread by themselves since the activity `version`.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const known = [params.id, new URL(request.url).searchParams.get('version') ?? String(INT_MAX)];
  const [last, version] = known.map((id) => (id === '0' ? 0 : readId(id))); // 0: there was none
  // SQL: reads by the two ids, however many messages there are.
  const [counts] = await entityManager(context).execute<object[]>(
    `select (select count(*)::int from messages where id > ? and folder = 'inbox') as count,
       (select count(*)::int from messages where id <= ? and folder = 'inbox' and not is_read and id in (
         select noun_id from activities where noun = 'messages' and id > ? and who = ?
           and act in ('back', '${clientEvents.join("', '")}'))) as again`,
    [last, last, version, THE_SITE.who],
  );
  return Response.json(counts);
}
