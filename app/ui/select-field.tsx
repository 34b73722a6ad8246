import type { SelectHTMLAttributes } from 'react';
import { describedBy, Field, type FieldProps } from './field.tsx';

interface SelectFieldProps
  extends
    Pick<FieldProps, 'id' | 'label' | 'optional' | 'help' | 'errors'>,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> {
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
