import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData } from '@remix-run/react';
import { DocumentArrowUpIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { Reloading } from '../admin/reloading.tsx';
import { orFailed, orUnread } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { isTrash } from '../history/history.ts';
import { listTrash } from '../history/trash.server.ts';
import { TrashList, TrashTabs } from '../history/trash-list.tsx';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { doneNotice } from '../notices/notice.ts';
import { moveSchema } from '../ordered/order.ts';
import { OrderedList } from '../ordered/ordered-list.tsx';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';
import { localDay } from '../ui/dates.ts';
import { DocumentRow } from './document-row.tsx';
import { ORDER_FAILED, ORDER_SAVED } from './document.schema.ts';
import { keptDocuments, listDocuments, moveDocument } from './documents.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const em = entityManager(context);
  return orUnread(context, 'Failed to fetch documents', async () => {
    if (isTrash(request.url)) return { documents: [], trash: await listTrash(em, keptDocuments) };
    const documents = await listDocuments(em);
    const shown = documents.map((document) => ({ ...document, uploaded: localDay(document.createdAt) }));
    return { documents: shown, trash: undefined };
  });
}

/** Moves one document to another place. */
export const action = orFailed(ORDER_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, moveSchema);
  if (!form.ok) return form.notDone(ORDER_FAILED, 400);
  const moved = await moveDocument(entityManager(context), form.value, actorOf(context, email));
  if (moved.outcome === 'gone') return form.notDone(ORDER_FAILED, 404);
  if (moved.outcome === 'outdated') return form.notDone(ORDER_FAILED, 409);
  const done = { title: ORDER_SAVED, undo: moved.revision };
  return form.value.stay ? { notice: doneNotice(done) } : redirectWithNotice(paths.admin.documents, done);
});

export const clientAction = orNotice(ORDER_FAILED);

export const meta = adminMeta('Manage Documents');

export default function DocumentsPage() {
  const { documents, trash, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Documents</h1>
        <RouteButton to={paths.admin.newDocument} look="primary" preventScrollReset>
          <DocumentArrowUpIcon aria-hidden className="size-5" />
          Upload Document
        </RouteButton>
      </div>
      <p className="text-muted mt-2">
        PDF files for visitors, shown on the{' '}
        <a href={`${paths.about}#company-documents`} className="text-link underline">
          About page
        </a>{' '}
        in this order.
      </p>
      <TrashTabs
        name="Documents"
        list={paths.admin.documents}
        trash={paths.admin.documentsInTrash}
        isTrash={trash !== undefined}
      />
      <NoticeBanner notice={answer?.notice} className="mt-6" />
      <Reloading path={paths.admin.documents} text="Loading documents..." />
      <div className="mt-6">
        {notice ? (
          <div className="grid justify-items-start gap-4">
            <NoticeBanner notice={notice} />
            <RouteButton to={paths.admin.documents} reloadDocument>
              Try again
            </RouteButton>
          </div>
        ) : trash ? (
          <TrashList items={trash} noun="documents" />
        ) : documents.length ? (
          <OrderedList
            items={documents}
            label="Documents in display order"
            className="card divide-border divide-y"
            action={paths.admin.documents}
          >
            {(document, ordering) => <DocumentRow key={document.id} document={document} ordering={ordering} />}
          </OrderedList>
        ) : (
          <Empty />
        )}
      </div>
      <Outlet />
    </>
  );
}

function Empty() {
  return (
    <div className="card grid justify-items-center gap-3 px-6 py-14 text-center">
      <DocumentArrowUpIcon aria-hidden className="text-muted size-12" />
      <h2 className="text-xl">No documents uploaded yet</h2>
      <p className="text-muted max-w-md">
        Upload a PDF such as the company profile or the H.S.E. policy. Until then, the About page has no documents
        section.
      </p>
      <RouteButton to={paths.admin.newDocument} look="secondary" preventScrollReset>
        Upload the first document
      </RouteButton>
    </div>
  );
}
