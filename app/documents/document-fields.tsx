import { describedBy, Field } from '../ui/field.tsx';
import { focusFirst } from '../ui/focus-first.ts';
import type { DocumentErrors, TypedDocument } from './document-answer.ts';

interface DocumentFieldsProps {
  initial: TypedDocument;
  errors: DocumentErrors | undefined;
}

const ORDER_HELP = 'Lower numbers come first on the About page.';

/** The fields of both forms. The server judges them, so that its words are seen, not the browser's. */
export function DocumentFields({ initial, errors }: DocumentFieldsProps) {
  return (
    <>
      <Field id="title" label="Title" errors={errors?.title}>
        <input
          id="title"
          name="title"
          className="control"
          maxLength={200}
          autoComplete="off"
          aria-required
          defaultValue={initial.title}
          {...describedBy('title', { errors: errors?.title })}
          {...focusFirst}
        />
      </Field>
      <Field id="description" label="Description" optional errors={errors?.description}>
        <textarea
          id="description"
          name="description"
          className="control"
          rows={3}
          maxLength={2000}
          defaultValue={initial.description}
          {...describedBy('description', { errors: errors?.description })}
        />
      </Field>
      <Field id="displayOrder" label="Display Order" help={ORDER_HELP}>
        <input
          id="displayOrder"
          name="displayOrder"
          type="number"
          step={1}
          className="control max-w-40"
          defaultValue={initial.displayOrder}
          {...describedBy('displayOrder', { help: ORDER_HELP })}
        />
      </Field>
    </>
  );
}
