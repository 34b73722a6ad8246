import { typedLine } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { NOT_A_TIME, timeSchema } from '../maintenance.schema.ts';

export const LINK_DAYS = 7; // at most
export const MOST_LINKS = 50; // at a time

export const newLinkSchema = z.object({
  intent: z.literal('make'),
  name: typedLine(80).check(z.minLength(1, 'Please say whom the link is for')),
  endsAt: z.pipe(timeSchema, z.number(NOT_A_TIME)),
  /** The instance of the form: the same one sent twice is one link. */
  formId: z.optional(z.string().check(z.maxLength(100))),
});

export const linkActionSchema = z.discriminatedUnion('intent', [
  newLinkSchema,
  z.object({ intent: z.literal('revoke'), link: z.int32() }),
]);
