import type { InputHTMLAttributes, ReactNode } from 'react';
import { describedBy, Field } from './field.tsx';

interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement> {
  id: string;
  label: ReactNode;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  help?: ReactNode;
  errors?: readonly string[];
  /** Makes it a box of so many lines. */
  rows?: number;
}

/** A text to be typed, with its label, help and error. */
export function TextField({ label, optional, help, errors, rows, className = '', ...attributes }: TextFieldProps) {
  const { id } = attributes;
  const control = { ...attributes, className: `control ${className}`, ...describedBy(id, { help, errors }) };
  return (
    <Field id={id} label={label} optional={optional} help={help} errors={errors}>
      {rows ? <textarea rows={rows} {...control} /> : <input {...control} />}
    </Field>
  );
}
