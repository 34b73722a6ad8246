import { useEffect, useRef } from 'react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import type { DocumentAnswer } from './document-answer.ts';
import { DocumentFields } from './document-fields.tsx';
import type { EditableDocument } from './document.schema.ts';

interface EditFormProps {
  document: EditableDocument;
  answer: DocumentAnswer | undefined;
}

/** The form of a document that exists. After a conflict it carries the other's version: saving then is a choice. */
export function EditForm({ document, answer }: EditFormProps) {
  const address = paths.admin.editDocument(document.id);
  const isBusy = useNavigation().formAction === address;
  const conflict = answer?.conflict;
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[data-conflict], [aria-invalid]')?.focus();
  }, [answer]);
  const { title, displayOrder } = document;
  const saved = { title, description: document.description ?? '', displayOrder: String(displayOrder) };
  return (
    <Form ref={form} method="post" action={address} noValidate className="grid gap-5">
      <NoticeBanner notice={answer?.notice} />
      {conflict ? (
        <section
          data-conflict
          tabIndex={-1}
          aria-labelledby="theirs"
          className="border-accent bg-surface grid gap-3 border-l-4 p-4"
        >
          <h3 id="theirs" className="text-base">
            Saved by someone else
          </h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-muted">Title</dt>
            <dd>{conflict.title}</dd>
            <dt className="text-muted">Description</dt>
            <dd className="whitespace-pre-line">{conflict.description ?? 'None'}</dd>
            <dt className="text-muted">Display Order</dt>
            <dd>{conflict.displayOrder}</dd>
          </dl>
          <p>
            Yours is below. Update Document puts it in place of theirs, or{' '}
            <Link to={address} reloadDocument className="text-link underline">
              keep theirs and start again
            </Link>
            .
          </p>
        </section>
      ) : null}
      <input type="hidden" name="version" value={(conflict ?? document).version} />
      <DocumentFields initial={answer?.typed ?? saved} errors={answer?.errors} />
      <p className="text-muted text-sm">The PDF file itself cannot be replaced: upload a new document instead.</p>
      <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
        <ButtonLink to={paths.admin.documents} look="quiet" preventScrollReset prefetch="none">
          Cancel
        </ButtonLink>
        <Button type="submit" look="primary" disabled={isBusy}>
          {isBusy ? 'Processing...' : 'Update Document'}
        </Button>
      </div>
    </Form>
  );
}
