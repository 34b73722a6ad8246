import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { env } from '../env.server.ts';
import { hasFailed, refuse, refuseFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice, outdatedNotice } from '../http/notice.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { documentStore } from '../storage/store.server.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { focusFirst } from '../ui/focus-first.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import type { DocumentAnswer } from './document-answer.ts';
import { leftBehind, versionIn } from './document-form.server.ts';
import { deleteDocument, findDocument } from './documents.server.ts';

const DELETE_FAILED = 'Failed to delete document';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const document = await findDocument(entityManager(context), idOf(params.id));
  if (!document) throw notFound();
  return { id: document.id, title: document.title, version: document.version, hasFailed: hasFailed(context) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const id = idOf(params.id);
  const version = versionIn(await readForm(request));
  let answer: Awaited<ReturnType<typeof deleteDocument>>;
  try {
    answer = await deleteDocument(entityManager(context), documentStore(env()), id, version, leftBehind(context));
  } catch (error) {
    return refuseFailed(context, error, DELETE_FAILED, {});
  }
  if (!answer) throw notFound();
  if (answer === 'deleted') return redirectWithNotice(paths.admin.documents, 'Document deleted successfully');
  const notice = outdatedNotice(
    'This document was saved by someone else meanwhile. Please look at it again before you delete it.',
  );
  return refuse(context, { notice, conflict: answer.conflict }, 409);
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    (): DocumentAnswer => ({ notice: errorNotice(DELETE_FAILED) }),
  );

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.hasFailed ? 'Error: ' : ''}Delete Document` },
  { name: 'robots', content: 'noindex' },
];

export default function DeleteDocumentPage() {
  const { id, ...loaded } = useLoaderData<typeof loader>();
  const answer = useActionData<DocumentAnswer>();
  const { title, version } = answer?.conflict ?? loaded;
  const isBusy = useNavigation().formAction === paths.admin.deleteDocument(id);
  return (
    <RouteDialog title="Delete Document" closeTo={paths.admin.documents}>
      <Form method="post" action={paths.admin.deleteDocument(id)} className="grid gap-5">
        <NoticeBanner notice={answer?.notice} />
        <p>{`Are you sure you want to delete "${title}"?`}</p>
        {answer?.conflict?.description ? (
          <p className="text-muted line-clamp-6 whitespace-pre-line">{answer.conflict.description}</p>
        ) : null}
        <input type="hidden" name="version" value={version} />
        <p className="text-muted text-sm">It leaves the About page at once, and its file is removed for good.</p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.admin.documents} preventScrollReset prefetch="none" {...focusFirst}>
            Cancel
          </ButtonLink>
          <Button type="submit" look="danger" disabled={isBusy}>
            Delete
          </Button>
        </div>
      </Form>
    </RouteDialog>
  );
}
