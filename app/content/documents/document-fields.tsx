import type { FileAnswer } from '../../forms/send-file.ts';
import type { FieldState } from '../../forms/staff-form.tsx';
import { UploadBar } from '../../forms/upload-bar.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { RouteButton } from '../../ui/route-button.tsx';
import { limitText } from '../../ui/size-text.ts';
import { limits, type DocumentValues } from './document.schema.ts';
import { MAX_PDF_BYTES } from './pdf-check.ts';

/** The fields of both forms. The server judges them, so that its words are seen, not the browser's. */
export function DocumentFields({
  field,
  isNew,
}: {
  field: (name: keyof DocumentValues) => FieldState;
  isNew?: boolean;
}) {
  return (
    <>
      <TextField
        {...field('title')}
        label="Title"
        maxLength={limits.title}
        autoComplete="off"
        aria-required
        {...focusFirst}
      />
      <TextField {...field('description')} label="Description" optional rows={3} maxLength={limits.description} />
      <TextField
        {...field('displayOrder')}
        label="Display Order"
        help={`Lower numbers come first on the About page.${isNew ? ' Empty: at the end.' : ''}`}
        type="number"
        step={1}
        className="max-w-40"
      />
    </>
  );
}

interface FileFieldProps {
  field: FieldState;
  answer: FileAnswer<unknown> | undefined;
  isBusy: boolean;
  save: string;
}

/** The end of a form with a PDF: the file, its way, which can be stopped where scripts run, and the buttons. */
export function FileField({ field, answer, isBusy, save }: FileFieldProps) {
  return (
    <>
      <TextField
        {...field}
        defaultValue={undefined}
        label="PDF File"
        help={
          <>
            A PDF of up to {limitText(MAX_PDF_BYTES)}.
            {answer ? <noscript> Please choose the file again.</noscript> : null}
          </>
        }
        type="file"
        accept=".pdf"
        aria-required
        className="file-control"
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
        <Button type="submit" look="primary" isBusy={isBusy}>
          {isBusy ? 'Processing...' : save}
        </Button>
      </div>
    </>
  );
}
