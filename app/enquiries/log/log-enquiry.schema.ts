import { z } from '../../schemas/zod.ts';
import { telephoneHref } from '../../ui/contact-links.ts';
import { cameByOptions } from '../receive/enquiry-options.ts';
import { enquirySchema, listValues } from '../receive/enquiry.schema.ts';

const NO_PHONE = 'This is no phone number';
const WAY =
  /^(?:tel:|whatsapp:\/\/send\/?\?phone=\+?|(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)\+?)/i;

/** Removes what is copied along with a number from a phone or from WhatsApp. */
export const barePhone = (typed: string): string =>
  typed
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\u00a0]+/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .replace(WAY, (way) => (/^tel/i.test(way) ? '' : '+'))
    .replace(/[?&]\w+=.*$/, '');

const { files: _, consent: __, website: ___, ...asked } = enquirySchema.shape;

/** Whether phone and email are valid, whatever is wrong with other fields. */
const areWaysValid = ({ issues }: z.core.ParsePayload) =>
  !issues.some(({ path }) => ['phone', 'email'].includes(String(path?.[0])));

/** The fields of the contact form, but a phone number can replace the email address. */
export const logSchema = z
  .object({
    ...asked,
    cameBy: z.enum(listValues(cameByOptions), 'Please choose from the list'),
    email: z.optional(asked.email),
    phone: z.optional(
      z.pipe(
        z.pipe(z.string(), z.transform(barePhone)),
        z.string().check(
          z.maxLength(50, NO_PHONE),
          z.refine((text) => telephoneHref(text) !== undefined, NO_PHONE),
        ),
      ),
    ),
    acknowledge: z.optional(z.literal('on')),
  })
  .check(
    z.refine(({ phone, email }) => Boolean(phone ?? email), {
      path: ['phone'],
      error: 'Please enter a phone number or an email address',
      when: areWaysValid,
    }),
    z.refine(({ acknowledge, email }) => !acknowledge || Boolean(email), {
      path: ['email'],
      error: 'An acknowledgement needs an email address',
      when: areWaysValid,
    }),
  );
export type LoggedEnquiry = z.output<typeof logSchema>;
