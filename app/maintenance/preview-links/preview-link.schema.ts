import { z } from '../../schemas/zod.ts';
import { NOT_A_TIME, timeSchema } from '../maintenance.schema.ts';

export const LINK_DAYS = 7; // at most
export const MOST_LINKS = 50; // at a time
const NAME_MAX = 80;
const NO_NAME = 'Please say whom the link is for';

export const newLinkSchema = z.object({
  intent: z.literal('make'),
  name: z
    .pipe(
      z.string({ error: NO_NAME }),
      z.transform((text) => text.replace(/\p{Cc}+/gu, ' ').trim()),
    )
    .check(z.minLength(1, NO_NAME), z.maxLength(NAME_MAX, `Please use at most ${NAME_MAX} characters`)),
  endsAt: z.pipe(timeSchema, z.number(NOT_A_TIME)),
});

export const linkActionSchema = z.discriminatedUnion('intent', [
  newLinkSchema,
  z.object({ intent: z.literal('revoke'), link: z.int32() }),
]);
