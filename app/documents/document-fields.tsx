import { Field } from '../ui/field.tsx';
import type { TypedDocument } from './document-answer.ts';

// Without scripts the browser puts the focus here, with them the dialog does.
const focusFirst = { autoFocus: true, 'data-autofocus': true };

interface DocumentFieldsProps {
  initial: TypedDocument;
  /** Whether the last answer found no title. */
  isTitleMissing: boolean;
}

/** The fields of both forms. The server judges them, so that its words are seen, not the browser's. */
export function DocumentFields({ initial, isTitleMissing }: DocumentFieldsProps) {
  return (
    <>
      <Field id="title" label="Title">
        <input
          id="title"
          name="title"
          className="control"
          maxLength={200}
          autoComplete="off"
          aria-required
          aria-invalid={isTitleMissing || undefined}
          defaultValue={initial.title}
          {...focusFirst}
        />
      </Field>
      <Field id="description" label="Description" optional>
        <textarea
          id="description"
          name="description"
          className="control"
          rows={3}
          maxLength={2000}
          defaultValue={initial.description}
        />
      </Field>
      <Field id="displayOrder" label="Display Order" help="Lower numbers come first on the About page.">
        <input
          id="displayOrder"
          name="displayOrder"
          type="number"
          step={1}
          className="control max-w-40"
          defaultValue={initial.displayOrder}
          aria-describedby="displayOrder-help"
        />
      </Field>
    </>
  );
}
