import { z } from '../http/zod.ts';

/** The most characters that a title and a description may have. */
export const limits = { title: 200, description: 2000 } as const;

export const NO_TITLE = 'Please enter a title';

const INTEGER_MAX = 2_147_483_647;

/** What staff write about a document. Anything but a number as the order becomes 0, a fraction loses its part. */
export const documentSchema = z.object({
  title: z
    .string()
    .catch('')
    .transform((title) => title.replace(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, NO_TITLE).max(limits.title, 'This title is too long')),
  description: z
    .string()
    .catch('')
    .transform((description) => description.replace(/\r\n?/g, '\n').trim())
    .pipe(z.string().max(limits.description, 'This description is too long'))
    .transform((description) => description || null),
  displayOrder: z.string().catch('').transform(toOrder),
});
export type DocumentFields = z.output<typeof documentSchema>;

function toOrder(text: string): number {
  const number = Math.trunc(Number(text));
  if (!Number.isFinite(number)) return 0;
  return Math.max(-INTEGER_MAX, Math.min(INTEGER_MAX, number)) || 0;
}

/** A company document as the public pages show it. */
export interface PublicDocument {
  id: number;
  title: string;
  description: string | null;
  filePath: string;
}

/** A company document as staff edit it; `version` counts the saves. */
export interface EditableDocument extends DocumentFields {
  id: number;
  version: number;
}

/** A company document as staff see it in their list. */
export interface ListedDocument extends PublicDocument {
  displayOrder: number;
  sizeBytes: number;
  createdAt: Date;
}
