import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { ExclamationCircleIcon } from '@heroicons/react/24/outline';

/** Focuses a dialog's control: `autoFocus` without scripts, `data-autofocus` with them. */
export const focusFirst = { autoFocus: true, 'data-autofocus': true };

export const fieldIds = (id: string) => ({ help: `${id}-help`, error: `${id}-error` });

/** So that a control's help and error are read out with it. */
export function describedBy(id: string, { help, errors }: { help?: unknown; errors?: readonly string[] }) {
  const ids = fieldIds(id);
  const isInvalid = Boolean(errors?.length);
  const description = [help ? ids.help : '', isInvalid ? ids.error : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': description || undefined, 'aria-invalid': isInvalid };
}

export interface FieldProps {
  id: string;
  label: ReactNode;
  optional?: boolean;
  help?: ReactNode;
  errors?: readonly string[];
  /** The control, with `className="control"` and the attributes of `describedBy`. */
  children: ReactNode;
}

export function Field({ id, label, optional, help, errors, children }: FieldProps) {
  const ids = fieldIds(id);
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label} {optional && <span className="text-muted font-normal">(optional)</span>}
      </label>
      {help && (
        <p id={ids.help} className="text-muted text-sm">
          {help}
        </p>
      )}
      {children}
      <FieldError id={ids.error} errors={errors} />
    </div>
  );
}

export function FieldError({ id, errors }: { id: string; errors?: readonly string[] }) {
  if (!errors?.length) return null;
  return (
    <p id={id} className="text-danger flex items-start gap-1.5 text-sm font-medium wrap-anywhere whitespace-pre-line">
      <ExclamationCircleIcon aria-hidden className="mt-0.5 size-4 flex-none" />
      {errors.join(' ')}
    </p>
  );
}

type Labelled = Omit<FieldProps, 'children'>;

interface TextFieldProps extends Labelled, Omit<InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement>, 'id'> {
  rows?: number;
}

export function TextField({ label, optional, help, errors, rows, className = '', ...attributes }: TextFieldProps) {
  const { id } = attributes;
  const control = { ...attributes, className: `control ${className}`.trim(), ...describedBy(id, { help, errors }) };
  return (
    <Field id={id} label={label} optional={optional} help={help} errors={errors}>
      {rows ? <textarea rows={rows} {...control} /> : <input {...control} />}
    </Field>
  );
}

interface SelectFieldProps extends Labelled, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
  options: readonly { value: string; label: string }[];
}

export function SelectField({ label, optional, help, errors, options, ...attributes }: SelectFieldProps) {
  const { id } = attributes;
  return (
    <Field id={id} label={label} optional={optional} help={help} errors={errors}>
      <select className="control" {...attributes} {...describedBy(id, { help, errors })}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </Field>
  );
}
