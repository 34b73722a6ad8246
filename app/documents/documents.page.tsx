import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, Outlet, useLoaderData, useNavigation } from '@remix-run/react';
import { DocumentArrowUpIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { errorNotice } from '../http/notice.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { localDay } from '../ui/dates.ts';
import { DocumentRow } from './document-row.tsx';
import { listDocuments } from './documents.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  try {
    const documents = await listDocuments(entityManager(context));
    return {
      documents: documents.map((document) => ({ ...document, uploaded: localDay(document.createdAt) })),
      notice: null,
    };
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'Failed to fetch documents');
    return data({ documents: null, notice: errorNotice('Failed to fetch documents') }, { status: 503 });
  }
}

export const meta: MetaFunction = () => [{ title: 'Manage Documents' }, { name: 'robots', content: 'noindex' }];

export default function DocumentsPage() {
  const { documents, notice } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Documents</h1>
        <ButtonLink to={paths.admin.newDocument} look="primary" preventScrollReset>
          <DocumentArrowUpIcon aria-hidden className="size-5" />
          Upload Document
        </ButtonLink>
      </div>
      <p className="text-muted mt-2">
        PDF files for visitors, shown on the{' '}
        <Link to={`${paths.about}#company-documents`} className="text-link underline">
          About page
        </Link>{' '}
        in this order.
      </p>
      <Reloading />
      <div className="mt-6">
        {notice ? (
          <div className="grid justify-items-start gap-4">
            <NoticeBanner notice={notice} />
            <ButtonLink to={paths.admin.documents} reloadDocument>
              Try again
            </ButtonLink>
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

/** While the list is read again. */
function Reloading() {
  const { state, location } = useNavigation();
  const isReloading = state === 'loading' && location.pathname === paths.admin.documents;
  return (
    <p role="status" className="text-muted mt-4 empty:hidden">
      {isReloading ? 'Loading documents...' : ''}
    </p>
  );
}

function Empty() {
  return (
    <div className="card grid justify-items-center gap-3 px-6 py-14 text-center">
      <DocumentArrowUpIcon aria-hidden className="text-muted size-12" />
      <h2 className="text-xl">No documents uploaded yet</h2>
      <p className="text-muted max-w-md">
        Upload a PDF such as the company profile or the H.S.E. policy. Until then visitors see no documents section on
        the About page.
      </p>
      <ButtonLink to={paths.admin.newDocument} look="secondary" preventScrollReset>
        Upload the first document
      </ButtonLink>
    </div>
  );
}
