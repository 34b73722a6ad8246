import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentArrowUpIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { readOrExplain, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice } from '../../forms/answer.ts';
import { asksForTrash, describeMove } from '../versions/history.ts';
import { ManagedList } from '../versions/managed-list.tsx';
import { takeMove } from '../versions/take-move.server.ts';
import { listTrash } from '../versions/trash.server.ts';
import { paths } from '../../paths.ts';
import { DocumentRow } from './document-row.tsx';
import { versionedDocuments, listDocuments } from './documents.server.ts';

const ORDER_FAILED = describeMove('documents').failed;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const em = entityManager(context);
  return readOrExplain(context, 'Failed to fetch documents', async () => {
    const trash = asksForTrash(request.url) ? await listTrash(em, versionedDocuments) : undefined;
    return { documents: trash ? [] : await listDocuments(em), trash };
  });
}

export const action = withFailureReply(ORDER_FAILED, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  return takeMove(context, request, versionedDocuments, by);
});

export const clientAction = withFailureNotice(ORDER_FAILED);
export const meta = adminMeta('Manage Documents');

export default function DocumentsPage() {
  const { documents, trash, notice } = useLoaderData<typeof loader>();
  return (
    <ManagedList
      name="Documents"
      Icon={DocumentArrowUpIcon}
      items={documents}
      trash={trash}
      notice={notice}
      list={paths.admin.documents}
      add={{ to: paths.admin.newDocument, text: 'Upload Document', AddIcon: DocumentArrowUpIcon }}
      intro={
        <>
          PDF files for visitors, shown on the{' '}
          <a href={`${paths.about}#company-documents`} className="text-link underline">
            About page
          </a>{' '}
          in this order.
        </>
      }
      empty={{
        title: 'No documents uploaded yet',
        text: 'Upload a PDF such as the company profile or the H.S.E. policy. Until then, the About page has no documents section.',
        add: 'Upload the first document',
      }}
    >
      {(document, ordering) => <DocumentRow key={document.id} document={document} ordering={ordering} />}
    </ManagedList>
  );
}
