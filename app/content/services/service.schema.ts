import { missingFirst } from '../../forms/answer.ts';
import { typedLine, typedText } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { iconNames } from './service-icon.tsx';

const NO_TITLE = 'Please enter a title';
const NO_CONTENT = 'Please enter a description';

export const serviceProblem = missingFirst([NO_TITLE, NO_CONTENT], 'Please provide both title and description');

export const serviceSchema = z.object({
  title: typedLine(200, 'Title must be at most 200 characters').check(z.minLength(1, NO_TITLE)),
  icon: z.pipe(
    z.optional(z.enum(iconNames, 'Please choose an icon from the list')),
    z.transform((icon) => icon ?? null),
  ),
  content: typedText(10_000, 'Description must be at most 10,000 characters').check(z.minLength(1, NO_CONTENT)),
  /** An edit without one counts as made from an outdated state. */
  version: z.catch(z.int32(), 0),
  /** The same one sent twice is one service. */
  formId: z.optional(z.string().check(z.maxLength(100))),
});
