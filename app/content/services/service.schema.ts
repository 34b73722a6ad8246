import { firstError, type Problem } from '../../forms/answer.ts';
import { z } from '../../schemas/zod.ts';
import { iconNames } from './service-icon.tsx';

const NO_TITLE = 'Please enter a title';
const NO_CONTENT = 'Please enter a description';

/** What the form is told: above all that something required is missing; the texts at the fields say what. */
export const serviceProblem: Problem = ({ title, content, ...others }) => {
  if (title?.includes(NO_TITLE) || content?.includes(NO_CONTENT))
    return { title: 'Missing information', description: 'Please provide both title and description' };
  return firstError({ title: title ?? null, ...others, content: content ?? null });
};

/** The service dialog. An empty icon means none; a name outside the set is refused. */
export const serviceSchema = z.object({
  title: z
    .string({ error: NO_TITLE })
    .check(z.trim(), z.minLength(1, NO_TITLE), z.maxLength(200, 'Title must be at most 200 characters')),
  content: z.string({ error: NO_CONTENT }).check(
    z.overwrite((text) => text.replace(/\r\n?/g, '\n')), // forms send their lines with CRLF
    z.trim(),
    z.minLength(1, NO_CONTENT),
    z.maxLength(10_000, 'Description must be at most 10,000 characters'),
  ),
  icon: z.pipe(
    z.optional(z.enum(iconNames, 'Please choose an icon from the list')),
    z.transform((icon) => icon ?? null),
  ),
  /** The state that the form was made from; an edit without one counts as made from an outdated one. */
  version: z.catch(z.int32(), 0),
  /** The instance of the form of a new service: the same one sent twice is one service. */
  formId: z.optional(z.string().check(z.maxLength(100))),
});
export type ServiceFields = Pick<z.infer<typeof serviceSchema>, 'title' | 'content' | 'icon'>;
