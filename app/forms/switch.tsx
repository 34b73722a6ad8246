import { describedBy, fieldIds } from '../ui/field.tsx';
import type { FieldState } from './staff-form.tsx';

export function Switch({ id, name, defaultValue, label, help }: FieldState & { label: string; help: string }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="flex items-start gap-3 font-semibold">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="on"
          defaultChecked={defaultValue === 'on'}
          className="control-choice"
          {...describedBy(id, { help })}
        />
        {label}
      </label>
      <p id={fieldIds(id).help} className="text-muted pl-8 text-sm">
        {help}
      </p>
    </div>
  );
}
