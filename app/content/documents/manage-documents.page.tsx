import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentArrowUpIcon } from '@heroicons/react/24/outline';
import { requireRole } from '#app/accounts/guards.server.ts';
import { withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice } from '../../forms/answer.ts';
import { ListRow } from '../../forms/sortable/list-row.tsx';
import type { SortableItem } from '../../forms/sortable/sortable-list.tsx';
import { orderFailed } from '../versions/history.ts';
import { ManagedList } from '../versions/managed-list.tsx';
import { answerMove } from '../versions/move.server.ts';
import { readManaged } from '../versions/trash.server.ts';
import { paths } from '../../paths.ts';
import { MenuLink } from '../../ui/more-menu.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { DocumentIcon } from './document-icon.tsx';
import type { ListedDocument } from './documents.server.ts';
import { versionedDocuments, listDocuments } from './documents.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return readManaged(context, request, versionedDocuments, listDocuments);
}

export const action = withFailureReply(orderFailed, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  return answerMove(context, request, by);
});

export const clientAction = withFailureNotice(orderFailed);
export const meta = adminMeta('Manage Documents');

export default function DocumentsPage() {
  return (
    <ManagedList
      name="Documents"
      Icon={DocumentArrowUpIcon}
      {...useLoaderData<typeof loader>()}
      list={paths.admin.documents}
      add={{ to: paths.admin.newDocument, text: 'Upload Document', AddIcon: DocumentArrowUpIcon }}
      intro={
        <>
          PDF files for visitors, shown on the <TextLink href={`${paths.about}#company-documents`}>About page</TextLink>{' '}
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

function DocumentRow({ document, ordering }: { document: ListedDocument; ordering: SortableItem }) {
  const { id, title, description, filePath, displayOrder, sizeBytes } = document;
  const { createdAt, uploaded, replacedAt, replaced, issued, validity, isLapsed, isHidden } = document;
  return (
    <ListRow
      noun="documents"
      ordering={ordering}
      icon={<DocumentIcon title={title} className="text-link mt-0.5 size-7" />}
      heading={
        isHidden ? (
          title
        ) : (
          <a
            href={paths.document(filePath)}
            target="_blank"
            rel="noopener"
            className="text-text decoration-control hover:text-link py-0.5 underline underline-offset-4"
          >
            {title}
            <span className="sr-only"> (PDF, opens in a new tab)</span>
          </a>
        )
      }
      facts={
        <>
          <span>Order: {displayOrder}</span>
          <span>
            Uploaded: <time dateTime={createdAt.toISOString()}>{uploaded}</time>
          </span>
          {replacedAt ? (
            <span>
              File replaced: <time dateTime={replacedAt.toISOString()}>{replaced}</time>
            </span>
          ) : null}
          <span>{sizeText(sizeBytes)}</span>
          {issued ? <span className="wrap-anywhere">{issued}</span> : null}
          {validity ? (
            <span className={isLapsed ? 'text-danger font-semibold' : ''}>
              {isHidden ? `${validity}, hidden from the site` : validity}
            </span>
          ) : null}
        </>
      }
      edit={paths.admin.editDocument(id)}
      remove={paths.admin.deleteDocument(id)}
      more={<MenuLink to={paths.admin.replaceFile(id)} text="Replace file" name={`Replace file of ${title}`} />}
    >
      {description ? <p className="mt-1 max-w-prose whitespace-pre-line">{description}</p> : null}
    </ListRow>
  );
}
