import { ArrowTopRightOnSquareIcon } from '@heroicons/react/24/outline';
import { buttonClass } from '#app/ui/button.tsx';
import { paths } from '../../paths.ts';
import type { PublicDocument } from './document.schema.ts';

/** What the small dialog of a document says, with JavaScript and without. */
export function OpenDocument({ document }: { document: PublicDocument }) {
  return (
    <>
      <p className="text-muted">Click below to view this document:</p>
      <a
        href={paths.document(document.filePath)}
        target="_blank"
        rel="noopener"
        className={buttonClass('primary', 'mt-4')}
      >
        <ArrowTopRightOnSquareIcon aria-hidden className="size-5" />
        Open in New Tab
      </a>
    </>
  );
}
