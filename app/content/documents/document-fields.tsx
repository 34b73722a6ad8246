import type { ComponentProps } from 'react';
import { FileField } from '../../forms/file-field.tsx';
import type { FieldState } from '../../forms/staff-form.tsx';
import { focusFirst, TextField, SelectField } from '../../ui/field.tsx';
import { limitText } from '../../ui/size-text.ts';
import { limits, type DocumentValues } from './document.schema.ts';
import { MAX_PDF_BYTES, pdfError } from './pdf-check.ts';
import { whenLapsedText } from './validity.ts';

/** The server validates them, so that its messages are shown, not the browser's. */
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
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField {...field('issuer')} label="Issuer" optional maxLength={limits.line} autoComplete="off" />
        <TextField {...field('number')} label="Number" optional maxLength={limits.line} autoComplete="off" />
        <ValidUntilField field={field('validUntil')} />
        <SelectField
          {...field('whenLapsed')}
          label="When it has lapsed"
          options={[null, 'hide' as const].map((value) => ({ value: value ?? '', label: whenLapsedText(value) }))}
        />
      </div>
    </>
  );
}

export const ValidUntilField = ({ field, ...rest }: { field: FieldState; help?: string; autoFocus?: boolean }) => (
  <TextField {...field} label="Valid until" optional type="date" className="max-w-48" {...rest} />
);

type PdfFieldProps = Pick<ComponentProps<typeof FileField>, 'answer' | 'isBusy'> & { field: FieldState };

export const PdfField = ({ field, ...rest }: PdfFieldProps) => (
  <FileField
    {...field}
    {...rest}
    label="PDF File"
    help={`A PDF of up to ${limitText(MAX_PDF_BYTES)}.`}
    accept=".pdf"
    aria-required
    findProblem={pdfError}
  />
);
