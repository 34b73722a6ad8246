import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { hasFailed, refuse, refuseFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice, outdatedNotice } from '../http/notice.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { typedIn, type DocumentAnswer } from './document-answer.ts';
import { documentFields, versionIn } from './document-form.server.ts';
import { findDocument, updateDocument } from './documents.server.ts';
import { EditForm } from './edit-form.tsx';

const UPDATE_FAILED = 'Failed to update document';
const NO_VERSION = 0; // which no document has

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const document = await findDocument(entityManager(context), idOf(params.id));
  if (!document) throw notFound();
  return { document, hasFailed: hasFailed(context) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const id = idOf(params.id);
  const form = await readForm(request);
  const typed = typedIn(form);
  const judged = documentFields(typed, 'Please provide a title');
  if (!judged.ok) return refuse(context, { notice: judged.notice, errors: judged.errors, typed }, 400);
  let saved: Awaited<ReturnType<typeof updateDocument>>;
  try {
    saved = await updateDocument(entityManager(context), id, versionIn(form) ?? NO_VERSION, judged.fields);
  } catch (error) {
    return refuseFailed(context, error, UPDATE_FAILED, { typed });
  }
  if (!saved) throw notFound();
  if (saved === 'updated') return redirectWithNotice(paths.admin.documents, 'Document updated successfully');
  const notice = outdatedNotice('This document was saved by someone else meanwhile. Please compare before you save.');
  return refuse(context, { notice, typed, conflict: saved.conflict }, 409);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    (): DocumentAnswer => ({ notice: errorNotice(UPDATE_FAILED) }),
  );

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.hasFailed ? 'Error: ' : ''}Edit Document` },
  { name: 'robots', content: 'noindex' },
];

export default function EditDocumentPage() {
  const { document } = useLoaderData<typeof loader>();
  const answer = useActionData<DocumentAnswer>();
  return (
    <RouteDialog title="Edit Document" closeTo={paths.admin.documents} size="wide">
      <EditForm key={document.id} document={document} answer={answer} />
    </RouteDialog>
  );
}
