import { ArrowTopRightOnSquareIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { buttonClass } from '#app/ui/button.tsx';
import { paths } from '../../paths.ts';
import { SectionHeading } from '../../ui/site/page-parts.tsx';
import { DocumentIcon } from './document-icon.tsx';
import type { PublicDocument } from './documents.server.ts';

const sectionAddress = `${paths.about}#company-documents`;

interface CompanyDocumentsProps {
  texts: Record<string, string>;
  documents: PublicDocument[];
  /** From the address: opens the dialog without JavaScript. */
  openDocument: PublicDocument | null;
}

export function CompanyDocuments({ texts, documents, openDocument }: CompanyDocumentsProps) {
  const shown = openDocument ?? documents[0];
  if (!shown) return null;
  return (
    <document-dialog data-section={sectionAddress}>
      <section aria-labelledby="company-documents" className="wrap section border-border border-t">
        <SectionHeading id="company-documents" intro={texts.documents_intro}>
          {texts.documents_heading}
        </SectionHeading>
        <ul className="mt-10 grid gap-6 sm:grid-cols-2 md:grid-cols-3">
          {documents.map((document) => (
            <li key={document.id} className="sheet">
              <DocumentIcon title={document.title} className="text-link dark:text-steel-300 size-9" />
              <h3 id={`document-${document.id}`} className="h3 mt-5">
                {document.title}
              </h3>
              {(document.description ?? document.issued ?? document.validity) && (
                <p className="text-muted mt-2">
                  {document.description}
                  {document.issued && <span className="mt-2 block wrap-anywhere">{document.issued}</span>}
                  {document.validity && (
                    <span className={`mt-2 block ${document.isLapsed ? 'text-danger' : 'text-text'}`}>
                      {document.validity}
                    </span>
                  )}
                </p>
              )}
              <a
                href={paths.aboutDocument(document.id)}
                aria-describedby={`document-${document.id}`}
                data-title={document.title}
                data-file={paths.document(document.filePath)}
                className={buttonClass('secondary', 'mt-auto w-full')}
              >
                View Document
              </a>
            </li>
          ))}
        </ul>
      </section>
      {openDocument ? (
        <a href={sectionAddress} data-backdrop aria-label="Close" tabIndex={-1} className="dialog-backdrop z-40" />
      ) : null}
      <dialog
        id={openDocument ? 'document-dialog' : undefined}
        open={openDocument !== null}
        aria-labelledby="dialog-title"
        className="dialog-panel fixed inset-0 z-50 m-auto h-fit max-w-[min(28rem,calc(100%-2rem))]"
      >
        <div className="border-border flex items-start justify-between gap-4 border-b px-5 py-4">
          <h2 id="dialog-title" className="text-xl">
            {shown.title}
          </h2>
          <a href={sectionAddress} data-close aria-label="Close" className="icon-button dialog-close">
            <XMarkIcon aria-hidden className="size-6" />
          </a>
        </div>
        <div className="p-5">
          <p className="text-muted">Click below to view this document:</p>
          <a
            href={paths.document(shown.filePath)}
            target="_blank"
            rel="noopener"
            className={buttonClass('primary', 'mt-4')}
          >
            <ArrowTopRightOnSquareIcon aria-hidden className="size-5" />
            Open in New Tab
          </a>
        </div>
      </dialog>
    </document-dialog>
  );
}
