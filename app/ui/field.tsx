import type { ReactNode } from 'react';
import { ExclamationCircleIcon } from '@heroicons/react/24/outline';

/** The ids under which a field's help and error stand. */
export function fieldIds(id: string) {
  return { help: `${id}-help`, error: `${id}-error` };
}

/**
 * What a control needs so that its help and error are read out with it.
 * Takes the control's id and whether help and errors are shown; gives attributes for the control.
 */
export function describedBy(id: string, { help, errors }: { help?: unknown; errors?: readonly string[] }) {
  const ids = fieldIds(id);
  const isInvalid = Boolean(errors?.length);
  const description = [help ? ids.help : '', isInvalid ? ids.error : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': description || undefined, 'aria-invalid': isInvalid || undefined };
}

interface FieldProps {
  /** The id of the control inside. */
  id: string;
  label: ReactNode;
  /** Adds '(optional)' to the label. */
  optional?: boolean;
  help?: ReactNode;
  errors?: readonly string[];
  className?: string;
  /** The control, with `className="control"` and the attributes of `describedBy`. */
  children: ReactNode;
}

/** Label above, help under it, then the control, then its error. */
export function Field({ id, label, optional, help, errors, className = '', children }: FieldProps) {
  const ids = fieldIds(id);
  return (
    <div className={`grid gap-1.5 ${className}`}>
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

/** The error line under a control; nothing when there is no error. */
export function FieldError({ id, errors }: { id: string; errors?: readonly string[] }) {
  if (!errors?.length) return null;
  return (
    <p id={id} className="text-danger flex items-start gap-1.5 text-sm font-medium">
      <ExclamationCircleIcon aria-hidden className="mt-0.5 size-4 flex-none" />
      {errors.join(' ')}
    </p>
  );
}
