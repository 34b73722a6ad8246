import type { FileAnswer } from '../../forms/send-file.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { DocumentFields } from './document-fields.tsx';
import { newDocumentSchema } from './document.schema.ts';
import { FileField } from './file-field.tsx';
import { uploadProblem } from './upload-check.ts';

const problem = uploadProblem('Please provide a title and select a PDF file');

/** The form of a new document. */
export function UploadForm({ answer, formId }: { answer: FileAnswer | undefined; formId: string }) {
  return (
    <StaffForm
      action={paths.admin.newDocument}
      encType="multipart/form-data"
      schema={newDocumentSchema}
      loaded={{}}
      answer={answer}
      problem={problem}
      formId={formId}
    >
      {(field, isBusy) => (
        <>
          <DocumentFields field={field} isNew />
          <FileField field={field('file')} answer={answer} isBusy={isBusy} save="Upload Document" />
        </>
      )}
    </StaffForm>
  );
}
