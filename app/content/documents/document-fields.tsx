import type { FieldState } from '../../forms/staff-form.tsx';
import { focusFirst } from '../../ui/focus-first.ts';
import { TextField } from '../../ui/field.tsx';
import { limits, type DocumentValues } from './document.schema.ts';

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
