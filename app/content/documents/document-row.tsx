import { sizeText } from '../../ui/size-text.ts';
import { DocumentArrowUpIcon, PencilSquareIcon, TrashIcon } from '@heroicons/react/24/outline';
import { DragHandle, draggedLook, MoveButton } from '../../forms/sortable/move-controls.tsx';
import type { SortableItem } from '../../forms/sortable/sortable-list.tsx';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/route-button.tsx';
import { DocumentIcon } from './document-icon.tsx';
import type { ListedDocument } from './document.schema.ts';

export function DocumentRow({ document, ordering }: { document: ListedDocument; ordering: SortableItem }) {
  const { id, title, description, filePath, displayOrder, sizeBytes } = document;
  const { createdAt, uploaded, replacedAt, replaced } = document;
  return (
    <li className={`bg-bg flex flex-wrap items-start gap-x-5 gap-y-4 p-4 sm:p-5 ${draggedLook(ordering)}`}>
      <div className="flex flex-none flex-col items-center gap-2">
        <DocumentIcon title={title} className="text-link mt-0.5 size-7" />
        <DragHandle ordering={ordering} />
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-lg">
          <a
            href={paths.document(filePath)}
            target="_blank"
            rel="noopener"
            className="text-text decoration-control hover:text-link underline underline-offset-4"
          >
            {title}
            <span className="sr-only"> (PDF, opens in a new tab)</span>
          </a>
        </h2>
        {description ? <p className="mt-1 max-w-prose whitespace-pre-line">{description}</p> : null}
        <p className="text-muted mt-1.5 flex flex-wrap gap-x-4 text-sm">
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
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <MoveButton ordering={ordering} direction="up" />
        <MoveButton ordering={ordering} direction="down" />
        <RouteButton to={paths.admin.history('documents', id)} className="btn-small">
          History<span className="sr-only"> of {title}</span>
        </RouteButton>
        <RouteButton
          to={paths.admin.editDocument(id)}
          className="btn-small"
          aria-label={`Edit ${title}`}
          preventScrollReset
        >
          <PencilSquareIcon aria-hidden className="size-4" />
          Edit
        </RouteButton>
        <RouteButton
          to={paths.admin.replaceFile(id)}
          className="btn-small"
          aria-label={`Replace file of ${title}`}
          preventScrollReset
        >
          <DocumentArrowUpIcon aria-hidden className="size-4" />
          Replace file
        </RouteButton>
        <RouteButton
          to={paths.admin.deleteDocument(id)}
          look="danger"
          className="btn-small"
          aria-label={`Delete ${title}`}
          preventScrollReset
        >
          <TrashIcon aria-hidden className="size-4" />
          Delete
        </RouteButton>
      </div>
    </li>
  );
}
