import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { parseForm, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { DeleteForm, deletionSchema } from '../../forms/delete-form.tsx';
import { readId, requireFound } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { deleteReply, findSavedReply, type ListedReply } from './saved-replies.server.ts';

const TITLE = 'Delete Saved Reply';
const FAILED = 'Failed to delete reply';
const { admin } = paths;

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  return requireFound(await findSavedReply(entityManager(context), readId(params.id)));
}

export const action = withFailureReply(FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'admin');
  const form = await parseForm(context, request, deletionSchema);
  if (!form.ok) return form.reply;
  const deleted = await deleteReply(entityManager(context), readId(params.id), form.value.version, by);
  return form.answer(deleted, admin.savedReplies, 'Reply deleted');
});

export const clientAction = withFailureNotice(FAILED);
export const meta = adminMeta(TITLE);

export default function DeleteSavedReplyPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ListedReply>>();
  const { id, name, text, version } = answer?.stored ?? loaded;
  return (
    <RouteDialog title={TITLE} closeTo={admin.savedReplies}>
      <DeleteForm
        action={admin.deleteSavedReply(id)}
        answer={answer}
        item={{ title: name, version }}
        more={text}
        consequence="Replies that were written with it stay as they are."
        cancelTo={admin.savedReplies}
      />
    </RouteDialog>
  );
}
