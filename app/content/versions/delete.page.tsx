import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useLocation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { showing } from '#db/save-unless-changed.ts';
import { DeleteForm, deletionSchema } from '../../forms/delete-form.tsx';
import { parseForm, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { readNoun, singularTitle, singular, TRASH_DAYS } from './history.ts';
import { describeDeletion, deleteVersioned, readResource } from './versioned.server.ts';

const failureText = (_intent: string, url: string) => `Failed to delete ${singular(readNoun(url))}`;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const resource = readResource(request);
  await requireRole(context, request, 'editor');
  const row = await entityManager(context).findOne(resource.entity, { id: readId(params.id) });
  if (!row || !resource.deletion) throw notFound();
  const title = `Delete ${singularTitle(resource.noun)}`;
  return { item: describeDeletion(resource, row), title, list: resource.list(), from: resource.deletion.from };
}

export const action = withFailureReply(failureText, async ({ request, params, context }) => {
  const resource = readResource(request);
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, deletionSchema);
  if (!form.ok) return form.reply;
  const saved = await deleteVersioned(entityManager(context), resource, readId(params.id), form.value.version, by);
  const deleted = showing(saved, (row) => describeDeletion(resource, row));
  return form.answer(deleted, resource.list(), `${singularTitle(resource.noun)} deleted successfully`);
});

export const clientAction = withFailureNotice(failureText);
export const meta = adminMeta<{ title?: string } | undefined>((loaded) => loaded?.title ?? 'Delete');

export default function DeletePage() {
  const { item: loaded, title, list, from } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ReturnType<typeof describeDeletion>>>();
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
