import { missingFirst, type Problem } from '../../forms/answer.ts';
import { z } from '../../schemas/zod.ts';
import { INT_MAX } from '../../schemas/limits.ts';
import { orNull, typedLine, typedText } from '../../schemas/typed-text.ts';
import { isDay } from '../../time/dates.ts';
import type { Validity } from './validity.ts';

export const limits = { title: 200, description: 2000, line: 200 } as const;
const NO_TITLE = 'Please enter a title';
const NO_FILE = 'Please choose a file';

const validUntil = orNull(
  typedLine(limits.line).check(z.refine((day) => !day || isDay(day), 'Please enter a date as YYYY-MM-DD')),
);

/** Anything but a number as the order becomes 0; a fraction loses its part. */
export const documentSchema = z.object({
  title: typedLine(limits.title, 'The title must be at most 200 characters').check(z.minLength(1, NO_TITLE)),
  description: orNull(typedText(limits.description, 'The description must be at most 2,000 characters')),
  displayOrder: z.pipe(z.catch(z.string(), ''), z.transform(toOrder)),
  issuer: orNull(typedLine(limits.line)),
  number: orNull(typedLine(limits.line)),
  validUntil,
  whenLapsed: z.pipe(
    z.optional(z.string()),
    z.transform((choice): Validity['whenLapsed'] => (choice === 'hide' ? choice : null)),
  ),
});
export type DocumentValues = z.output<typeof documentSchema>;

/** Without a typed order a new document goes to the end (null). The same `formId` sent twice is one document. */
export const newDocumentSchema = z.extend(documentSchema, {
  displayOrder: z.pipe(
    z.catch(z.string(), ''),
    z.transform((text) => (text.trim() ? toOrder(text) : null)),
  ),
  file: z.file(NO_FILE),
  formId: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
});

/** An edit without a version counts as made from an outdated state. */
const version = z.catch(z.int32(), 0);
export const editedDocumentSchema = z.extend(documentSchema, { version });
export const replacedFileSchema = z.object({ file: z.file(NO_FILE), validUntil, version });

/** @param missing the description when something required is empty */
export const documentProblem = (missing: string): Problem => missingFirst([NO_TITLE, NO_FILE], missing);

function toOrder(text: string): number {
  const number = Math.trunc(Number(text));
  if (!Number.isFinite(number)) return 0;
  return Math.max(-INT_MAX, Math.min(INT_MAX, number)) || 0;
}
