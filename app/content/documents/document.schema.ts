import { firstError, type Problem } from '../../forms/answer.ts';
import { z } from '../../schemas/zod.ts';
import { INT_MAX } from '../../schemas/limits.ts';
import { isDay } from '../../time/dates.ts';
import type { Validity } from './validity.ts';

export const limits = { title: 200, description: 2000, line: 200 } as const;

export const NO_TITLE = 'Please enter a title';
const NO_FILE = 'Please choose a file';
const TITLE_TOO_LONG = 'This title is too long';
const DESCRIPTION_TOO_LONG = 'This description is too long';

const line = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((text = '') => text.replace(/\s+/g, ' ').trim() || null),
  ),
  z.nullable(z.string().check(z.maxLength(limits.line, `Please use at most ${limits.line} characters`))),
);
const validUntil = z.pipe(
  z.pipe(
    z.optional(z.string()),
    z.transform((day = '') => day.trim() || null),
  ),
  z.nullable(z.string().check(z.refine(isDay, 'Please enter a date as YYYY-MM-DD'))),
);

/** What staff write about a document. Anything but a number as the order becomes 0, a fraction loses its part. */
export const documentSchema = z.object({
  title: z.pipe(
    z.pipe(
      z.string({ error: NO_TITLE }),
      z.transform((title) => title.replace(/\s+/g, ' ').trim()),
    ),
    z.string(NO_TITLE).check(z.minLength(1, NO_TITLE), z.maxLength(limits.title, TITLE_TOO_LONG)),
  ),
  description: z.pipe(
    z.pipe(
      z.optional(z.string()),
      z.transform((description = '') => description.replace(/\r\n?/g, '\n').trim() || null),
    ),
    z.nullable(z.string().check(z.maxLength(limits.description, DESCRIPTION_TOO_LONG))),
  ),
  displayOrder: z.pipe(z.catch(z.string(), ''), z.transform(toOrder)),
  issuer: line,
  number: line,
  validUntil,
  whenLapsed: z.pipe(
    z.optional(z.string()),
    z.transform((choice): Validity['whenLapsed'] => (choice === 'hide' ? choice : null)),
  ),
});
export type DocumentValues = z.output<typeof documentSchema>;

/**
 * A new document goes to the end (null) unless staff typed an order. `formId` is the instance of the form: the same one
 * sent twice is one document.
 */
export const newDocumentSchema = z.extend(documentSchema, {
  displayOrder: z.pipe(
    z.catch(z.string(), ''),
    z.transform((text) => (text.trim() ? toOrder(text) : null)),
  ),
  file: z.file(NO_FILE),
  formId: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
});

/** The state that a form was made from; an edit without one counts as made from an outdated one. */
const version = z.catch(z.int32(), 0);
export const editedDocumentSchema = z.extend(documentSchema, { version });
export const replacedFileSchema = z.object({ file: z.file(NO_FILE), validUntil, version });

/** What a form is told whose texts are not right. @param missing what it says when something required is */
export const documentProblem =
  (missing: string): Problem =>
  (errors) => {
    const { title, description, file } = errors;
    if (title?.includes(NO_TITLE) || file?.includes(NO_FILE))
      return { title: 'Missing information', description: missing };
    const long = title?.includes(TITLE_TOO_LONG) ? 'title' : description ? 'description' : null;
    if (!long) return firstError(errors);
    const most = limits[long].toLocaleString('en');
    return { title: 'Text too long', description: `The ${long} must be at most ${most} characters` };
  };

function toOrder(text: string): number {
  const number = Math.trunc(Number(text));
  if (!Number.isFinite(number)) return 0;
  return Math.max(-INT_MAX, Math.min(INT_MAX, number)) || 0;
}
