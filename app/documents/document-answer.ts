import type { Notice } from '../http/notice.ts';
import type { EditableDocument } from './document.schema.ts';

/** What staff had typed, as they typed it. */
export interface TypedDocument {
  title: string;
  description: string;
  displayOrder: string;
}

/** What is wrong, by field. */
export type DocumentErrors = Partial<Record<'title' | 'description' | 'file', string[]>>;

/** The answer to a document form that was not saved. */
export interface DocumentAnswer {
  notice: Notice | null;
  errors?: DocumentErrors;
  /** Absent where the form still holds it. */
  typed?: TypedDocument;
  /** What another editor saved in between. */
  conflict?: EditableDocument;
  isCancelled?: boolean;
}

/** What of a form staff typed, to be given back to them. Files under these names count as nothing. */
export function typedIn(form: FormData): TypedDocument {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { title: text('title'), description: text('description'), displayOrder: text('displayOrder') };
}

/** The instance of the form that was sent; the same one sent twice is one document. */
export function formIdIn(form: FormData): string | undefined {
  const value = form.get('formId');
  return typeof value === 'string' && value.length <= 100 ? value : undefined;
}
