import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { DeleteForm, deletionSchema } from '../forms/delete-form.tsx';
import { orFailed } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { paths } from '../paths.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import type { EditableDocument } from './document.schema.ts';
import { deleteDocument, findDocument } from './documents.server.ts';

const TITLE = 'Delete Document';
const DELETE_FAILED = 'Failed to delete document';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const document = await findDocument(entityManager(context), idOf(params.id));
  if (!document) throw notFound();
  return { document };
}

export const action = orFailed(DELETE_FAILED, async ({ request, params, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, deletionSchema);
  if (!form.ok) return form.reply;
  const by = actorOf(context, email);
  const deleted = await deleteDocument(entityManager(context), idOf(params.id), form.value.version, by);
  if (deleted.outcome === 'gone') throw notFound();
  if (deleted.outcome === 'outdated') return form.conflict(deleted.stored);
  return redirectWithNotice(paths.admin.documents, { title: 'Document deleted successfully', undo: deleted.revision });
});

export const clientAction = orNotice(DELETE_FAILED);
export const meta = adminMeta(TITLE);

export default function DeleteDocumentPage() {
  const { document } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<EditableDocument>>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.documents}>
      <DeleteForm
        action={paths.admin.deleteDocument(document.id)}
        answer={answer}
        item={answer?.stored ?? document}
        more={answer?.stored?.description}
        consequence="It disappears from the About page at once. In the trash it can be restored for 30 days."
        cancelTo={paths.admin.documents}
      />
    </RouteDialog>
  );
}
