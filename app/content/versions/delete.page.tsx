import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { DeleteForm, deletionSchema } from '../../forms/delete-form.tsx';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm } from '../../forms/parse-form.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { nounIn, oneAsTitle, oneOf, TRASH_DAYS, type Deletable } from './history.ts';
import { deletable, deleteVersioned, findDeletable, versionedIn } from './versioned.server.ts';

const titleOf = (noun: string) => `Delete ${oneAsTitle(noun)}`;
const failed = (_intent: string, url: string) => `Failed to delete ${oneOf(nounIn(url))}`;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const kind = versionedIn(request);
  await requireRole(context, request, kind.role);
  const item = await findDeletable(entityManager(context), kind, readId(params.id));
  if (!item || !kind.deletion) throw notFound();
  return { item, title: titleOf(kind.noun), list: kind.list(), from: kind.deletion.from };
}

export const action = withFailureReply(failed, async ({ request, params, context }) => {
  const kind = versionedIn(request);
  const { email } = await requireRole(context, request, kind.role);
  const form = await parseForm(context, request, deletionSchema);
  if (!form.ok) return form.reply;
  const by = actorOf(context, email);
  const deleted = await deleteVersioned(entityManager(context), kind, readId(params.id), form.value.version, by);
  if (deleted.outcome === 'gone') throw notFound();
  if (deleted.outcome === 'outdated') return form.conflict(deletable(kind, deleted.stored));
  const title = `${oneAsTitle(kind.noun)} deleted successfully`;
  return redirectWithToast(context, kind.list(), { title, undo: deleted.revision });
});

export const clientAction = withFailureNotice(failed);
export const meta = adminMeta<{ title?: string } | undefined>((loaded) => loaded?.title ?? 'Delete');

/** Asks before an item goes to the trash. */
export default function DeletePage() {
  const { item: loaded, title, list, from } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<Deletable>>();
  return (
    <RouteDialog title={title} closeTo={list}>
      <DeleteForm
        action={useLocation().pathname}
        answer={answer}
        item={answer?.stored ?? loaded}
        more={answer?.stored?.more}
        consequence={`It disappears from the ${from} page at once. In the trash it can be restored for ${TRASH_DAYS} days.`}
        cancelTo={list}
      />
    </RouteDialog>
  );
}
