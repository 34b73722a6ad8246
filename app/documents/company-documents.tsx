import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { buttonClass } from '#app/ui/button.tsx';
import { paths } from '../paths.ts';
import { DocumentIcon } from './document-icon.tsx';
import type { PublicDocument } from './document.schema.ts';
import { OpenDocument } from './open-document.tsx';

const loadDialog = () => import('./document-dialog.tsx');
const DocumentDialog = lazy(loadDialog);
const sectionAddress = `${paths.about}#company-documents`;

interface CompanyDocumentsProps {
  heading: string;
  intro: string;
  documents: PublicDocument[];
  /** The document that the address asks for; how the dialog opens without JavaScript. */
  openDocument: PublicDocument | null;
}

/** The company's documents as cards, each with a small dialog. Nothing at all when there are none. */
export function CompanyDocuments({ heading, intro, documents, openDocument }: CompanyDocumentsProps) {
  const [selected, setSelected] = useState<PublicDocument | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [isScripted, setScripted] = useState(false);
  const opener = useRef<HTMLElement | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    setScripted(true);
    setSelected(openDocument);
    setOpen(openDocument !== null);
  }, [openDocument]);

  function open(document: PublicDocument, from: HTMLElement) {
    opener.current = from;
    setSelected(document);
    setOpen(true);
  }

  function close() {
    setOpen(false);
    if (openDocument) navigate(sectionAddress, { replace: true, preventScrollReset: true });
    else setTimeout(() => opener.current?.focus()); // it came late, so the dialog does not know who opened it
  }

  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="company-documents" className="wrap section border-border border-t">
      <h2 id="company-documents" className="h2">
        {heading}
      </h2>
      <div className="dim mt-4" aria-hidden />
      <p className="text-muted mt-4">{intro}</p>
      <ul className="mt-10 grid gap-6 sm:grid-cols-2 md:grid-cols-3">
        {documents.map((document) => (
          <li key={document.id} className="sheet">
            <DocumentIcon title={document.title} className="text-link dark:text-steel-300 size-9" />
            <h3 id={`document-${document.id}`} className="h3 mt-5">
              {document.title}
            </h3>
            {document.description && <p className="text-muted mt-2">{document.description}</p>}
            <Link
              to={paths.aboutDocument(document.id)}
              aria-describedby={`document-${document.id}`}
              role={isScripted ? 'button' : undefined}
              aria-haspopup={isScripted ? 'dialog' : undefined}
              onPointerEnter={() => void loadDialog()}
              onFocus={() => void loadDialog()}
              onKeyDown={(event) => {
                if (event.key !== ' ') return;
                event.preventDefault();
                open(document, event.currentTarget);
              }}
              onClick={(event) => {
                event.preventDefault();
                open(document, event.currentTarget);
              }}
              className={buttonClass('secondary', 'mt-auto w-full')}
            >
              View Document
            </Link>
          </li>
        ))}
      </ul>
      {openDocument && !isScripted && <PlainDialog document={openDocument} />}
      {selected && (
        <Suspense>
          <DocumentDialog document={selected} open={isOpen} onClose={close} />
        </Suspense>
      )}
    </section>
  );
}

/** The same dialog without JavaScript: part of the page, closed by a link. */
function PlainDialog({ document }: { document: PublicDocument }) {
  return (
    <div id="document-dialog" role="dialog" aria-labelledby="document-dialog-title" className="fixed inset-0 z-50">
      <Link to={sectionAddress} aria-label="Close" tabIndex={-1} className="dialog-backdrop" />
      <div className="dialog-place pointer-events-none">
        <div className="dialog-panel pointer-events-auto max-w-md">
          <div className="border-border flex items-start justify-between gap-4 border-b px-5 py-4">
            <h2 id="document-dialog-title" className="text-xl">
              {document.title}
            </h2>
            <Link to={sectionAddress} aria-label="Close" className="dialog-close">
              <XMarkIcon aria-hidden className="size-6" />
            </Link>
          </div>
          <div className="p-5">
            <OpenDocument document={document} />
          </div>
        </div>
      </div>
    </div>
  );
}
