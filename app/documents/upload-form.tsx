import type { FormAnswer } from '../forms/form-answer.ts';
import { StaffForm } from '../forms/staff-form.tsx';
import { UploadBar } from '../forms/upload-bar.tsx';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { RouteButton } from '../ui/route-button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DocumentFields } from './document-fields.tsx';
import { newDocumentSchema } from './document.schema.ts';
import { uploadProblem } from './upload-check.ts';

/** The answer to an upload that was not stored. */
export interface UploadAnswer extends FormAnswer<never> {
  isCancelled?: true;
}

/** The form of a new document. Without JavaScript a plain one; with it the file's way is shown and can be stopped. */
export function UploadForm({ answer, formId }: { answer: UploadAnswer | undefined; formId: string }) {
  return (
    <StaffForm
      action={paths.admin.newDocument}
      encType="multipart/form-data"
      schema={newDocumentSchema}
      loaded={{}}
      answer={answer}
      problem={uploadProblem}
      formId={formId}
    >
      {(field, isBusy) => (
        <>
          <DocumentFields field={field} isNew />
          <TextField
            {...field('file')}
            defaultValue={undefined}
            label="PDF File"
            help={<>A PDF of up to 25 MiB.{answer ? <noscript> Please choose the file again.</noscript> : null}</>}
            type="file"
            accept=".pdf"
            aria-required
            className="file:bg-surface2 file:text-text file:mr-3 file:rounded-sm file:border-0 file:px-3 file:py-1.5 file:font-semibold"
          />
          <UploadBar />
          <p role="status" className="text-muted empty:absolute">
            {answer?.isCancelled && !isBusy ? 'Upload cancelled. Nothing was saved.' : ''}
          </p>
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            {isBusy ? null : (
              <RouteButton to={paths.admin.documents} look="quiet" preventScrollReset prefetch="none">
                Cancel
              </RouteButton>
            )}
            <Button type="submit" look="primary" disabled={isBusy}>
              {isBusy ? 'Processing...' : 'Upload Document'}
            </Button>
          </div>
        </>
      )}
    </StaffForm>
  );
}
