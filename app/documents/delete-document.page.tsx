import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { env } from '../env.server.ts';
import { hasFailed } from '../http/form-failed.server.ts';
import { readForm } from '../http/form.server.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { paths } from '../paths.ts';
import { documentStore } from '../storage/store.server.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { AnswerBanner } from './answer-banner.tsx';
import type { DocumentAnswer } from './document-answer.ts';
import { failed, leftBehind } from './document-form.server.ts';
import { deleteDocument, findDocument } from './documents.server.ts';
import { useAnswer } from './use-answer.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const document = await findDocument(entityManager(context), idOf(params.id));
  if (!document) throw notFound();
  return { id: document.id, title: document.title, hasFailed: hasFailed(context) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const id = idOf(params.id);
  await readForm(request);
  let isDeleted: boolean;
  try {
    isDeleted = await deleteDocument(entityManager(context), documentStore(env()), id, leftBehind(context));
  } catch (error) {
    return failed(context, error, 'Failed to delete document');
  }
  if (!isDeleted) throw notFound();
  return redirectWithNotice(paths.admin.documents, 'Document deleted successfully');
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.hasFailed ? 'Error: ' : ''}Delete Document` },
  { name: 'robots', content: 'noindex' },
];

export default function DeleteDocumentPage() {
  const { id, title } = useLoaderData<typeof loader>();
  const banner = useAnswer(useActionData<DocumentAnswer>()?.notice);
  const isBusy = useNavigation().formAction === paths.admin.deleteDocument(id);
  return (
    <RouteDialog title="Delete Document" closeTo={paths.admin.documents}>
      <Form method="post" action={paths.admin.deleteDocument(id)} className="grid gap-5">
        <AnswerBanner notice={banner} />
        <p>Are you sure you want to delete &quot;{title}&quot;?</p>
        <p className="text-muted text-sm">It leaves the About page at once, and its file is removed for good.</p>
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.admin.documents} preventScrollReset prefetch="none" data-autofocus>
            Cancel
          </ButtonLink>
          <Button type="submit" look="danger" disabled={isBusy}>
            {isBusy ? 'Deleting...' : 'Delete'}
          </Button>
        </div>
      </Form>
    </RouteDialog>
  );
}
