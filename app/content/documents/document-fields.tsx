import { FileField } from '../../forms/file-field.tsx';
import { DialogButtons } from '../../forms/dialog-buttons.tsx';
import type { FileAnswer } from '../../forms/send-file.ts';
import type { FieldState } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { TextField } from '../../ui/field.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { limitText } from '../../ui/size-text.ts';
import { limits, type DocumentValues } from './document.schema.ts';
import { MAX_PDF_BYTES, pdfError } from './pdf-check.ts';

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

interface PdfFieldProps {
  field: FieldState;
  answer: FileAnswer<unknown> | undefined;
  isBusy: boolean;
  save: string;
}

/** The end of a form with a PDF. */
export const PdfField = ({ field, answer, isBusy, save }: PdfFieldProps) => (
  <>
    <FileField
      {...field}
      {...{ answer, isBusy }}
      label="PDF File"
      help={`A PDF of up to ${limitText(MAX_PDF_BYTES)}.`}
      accept=".pdf"
      aria-required
      problemOf={pdfError}
    />
    <DialogButtons
      isBusy={isBusy}
      label={isBusy ? 'Processing...' : save}
      cancelTo={isBusy ? undefined : paths.admin.documents}
    />
  </>
);
