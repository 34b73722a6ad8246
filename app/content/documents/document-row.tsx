import { ListRow } from '../../forms/sortable/list-row.tsx';
import type { SortableItem } from '../../forms/sortable/sortable-list.tsx';
import { paths } from '../../paths.ts';
import { MenuLink } from '../../ui/more-menu.tsx';
import { sizeText } from '../../ui/size-text.ts';
import { DocumentIcon } from './document-icon.tsx';
import type { ListedDocument } from './document.schema.ts';

export function DocumentRow({ document, ordering }: { document: ListedDocument; ordering: SortableItem }) {
  const { id, title, description, filePath, displayOrder, sizeBytes } = document;
  const { createdAt, uploaded, replacedAt, replaced, issued, validity, isLapsed, isHidden } = document;
  return (
    <ListRow
      id={id}
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
            className="text-text decoration-control hover:text-link underline underline-offset-4"
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
      more={
        <>
          <MenuLink to={paths.admin.replaceFile(id)} name={`Replace file of ${title}`}>
            Replace file
          </MenuLink>
          <MenuLink to={paths.admin.history('documents', id)} name={`History of ${title}`}>
            History
          </MenuLink>
          <MenuLink to={paths.admin.deleteDocument(id)} name={`Delete ${title}`}>
            Delete
          </MenuLink>
        </>
      }
    >
      {description ? <p className="mt-1 max-w-prose whitespace-pre-line">{description}</p> : null}
    </ListRow>
  );
}
