import { expect, it } from 'vitest';
import { newLinkSchema } from '#app/maintenance/preview-links/preview-link.schema.ts';
import { enquirySchema } from '#app/enquiries/receive/enquiry.schema.ts';
import { messageActionSchema } from '#app/enquiries/message.schema.ts';
import { savedReplySchema } from '#app/enquiries/saved/saved-reply.schema.ts';
import { serviceSchema } from '#app/content/services/service.schema.ts';
import { documentSchema } from '#app/content/documents/document.schema.ts';
import { projectSchema } from '#app/content/projects/project.schema.ts';
import { requiredTextSchema } from '#app/content/texts/page-content.schema.ts';
import type { z } from '#app/schemas/zod.ts';

/** Joiners and zero-width spaces, direction marks, a soft hyphen, fillers, variations, tags, the blank of Braille. */
const unseen = [...'\u200b\u200d\u2060\ufeff\u202e\u00ad\u034f\u115f\u3164\uffa0\ufe0f\u{e0041}\u2800\u0007 '];

const wrongWith = (schema: z.core.$ZodType, typed: object) =>
  (schema as z.ZodMiniType).safeParse(typed).error?.issues.map(({ path }) => path.join()) ?? [];

it.each<[string, z.core.$ZodType, string[], object?]>([
  ['enquiry', enquirySchema, ['fullName', 'subject', 'message']],
  ['reply', messageActionSchema, ['subject', 'text'], { intent: 'reply', documents: [], kept: [], version: '0' }],
  ['saved reply', savedReplySchema, ['name', 'text']],
  ['service', serviceSchema, ['title', 'content']],
  ['document', documentSchema, ['title']],
  ['project', projectSchema, ['title']],
  ['page text', requiredTextSchema, ['contentValue']],
  ['preview link', newLinkSchema, ['name'], { intent: 'make' }],
])('what nobody sees is no text of a %s', (_, schema, names, others = {}) => {
  for (const text of [...unseen.map((one) => one.repeat(12)), unseen.join('')]) {
    const wrong = wrongWith(schema, { ...others, ...Object.fromEntries(names.map((name) => [name, text])) });
    expect(wrong, JSON.stringify(text)).toEqual(expect.arrayContaining(names));
  }
});

it('optional fields may be left out, and visible text keeps its joiners and its length', () => {
  const { companyName, phone } = enquirySchema.shape;
  for (const schema of [companyName, phone]) expect(schema.safeParse(unseen.join('')).data).toBeNull();
  const { fullName, message } = enquirySchema.shape;
  expect(fullName.safeParse(' می\u200cخواهم\r\n👩\u200d🔧 ').data).toBe('می\u200cخواهم 👩\u200d🔧');
  expect(fullName.safeParse('A\u200b\u200b').success).toBe(false);
  expect(message.safeParse('0123\n56789').success).toBe(true);
});
