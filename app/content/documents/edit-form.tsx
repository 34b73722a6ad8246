import type { FormAnswer } from '../../forms/form-answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { DocumentFields } from './document-fields.tsx';
import { documentProblem, editedDocumentSchema, type EditableDocument } from './document.schema.ts';

interface EditFormProps {
  document: EditableDocument;
  answer: FormAnswer<EditableDocument> | undefined;
}

const SAVE = 'Update Document';
const problem = documentProblem('Please provide a title');

/** The form of a document that exists. */
export function EditForm({ document, answer }: EditFormProps) {
  return (
    <StaffForm
      action={paths.admin.editDocument(document.id)}
      schema={editedDocumentSchema}
      loaded={document}
      answer={answer}
      problem={problem}
      version={document.version}
      conflict={{ show: shown, save: SAVE }}
    >
      {(field, isBusy) => (
        <>
          <DocumentFields field={field} />
          <p className="text-muted text-sm">The PDF file stays as it is. To change it, use Replace file in the list.</p>
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <RouteButton to={paths.admin.documents} look="quiet" preventScrollReset prefetch="none">
              Cancel
            </RouteButton>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isBusy ? 'Processing...' : SAVE}
            </Button>
          </div>
        </>
      )}
    </StaffForm>
  );
}

const shown = ({ title, description, displayOrder }: EditableDocument) => (
  <Facts of={{ Title: title, Description: description ?? 'None', 'Display Order': displayOrder }} />
);
