import { sizeText } from '../ui/size-text.ts';
import { PencilSquareIcon, TrashIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';
import { DocumentIcon } from './document-icon.tsx';
import type { ListedDocument } from './document.schema.ts';

interface DocumentRowProps {
  /** With the day of its upload as text. */
  document: ListedDocument & { uploaded: string };
}

/** One document in the list of staff: what it is, its file, and what can be done with it. */
export function DocumentRow({ document }: DocumentRowProps) {
  const { id, title, description, filePath, displayOrder, sizeBytes, createdAt, uploaded } = document;
  return (
    <li className="flex flex-wrap items-start gap-x-5 gap-y-4 p-4 sm:p-5">
      <DocumentIcon title={title} className="text-link mt-0.5 size-7 flex-none" />
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
          <span>{sizeText(sizeBytes)}</span>
        </p>
      </div>
      <div className="flex gap-2">
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
