import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { DocumentArrowUpIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { Reloading } from '../admin/reloading.tsx';
import { orUnread } from '../forms/failures.server.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';
import { localDay } from '../ui/dates.ts';
import { DocumentRow } from './document-row.tsx';
import { listDocuments } from './documents.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return orUnread(context, 'Failed to fetch documents', async () => {
    const documents = await listDocuments(entityManager(context));
    return { documents: documents.map((document) => ({ ...document, uploaded: localDay(document.createdAt) })) };
  });
}

export const meta = adminMeta('Manage Documents');

export default function DocumentsPage() {
  const { documents, notice } = useLoaderData<typeof loader>();
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
      <Reloading path={paths.admin.documents} text="Loading documents..." />
      <div className="mt-6">
        {notice ? (
          <div className="grid justify-items-start gap-4">
            <NoticeBanner notice={notice} />
            <RouteButton to={paths.admin.documents} reloadDocument>
              Try again
            </RouteButton>
          </div>
        ) : documents.length ? (
          <ul className="card divide-border divide-y">
            {documents.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </ul>
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
