import { emailSchema } from '../../schemas/email.ts';
import { atLeast, orNull, typedLine } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { preferredContactOptions, serviceTypeOptions } from './enquiry-options.ts';

export const NOT_SENT = 'Your message could not be sent. Please try again, or call us.';
export const TOO_MANY =
  'You have sent several messages in a short time. Please wait a few minutes and try again, or call us.';
export const TOO_MANY_FILES =
  'You have sent files twice in a short time. Please wait a few minutes and try again, or send your message without files.';
export const BANNER_MS = 5000;

export const listValues = <T extends string>(options: readonly { value: T }[]) =>
  options.map(({ value }) => value) as [T, ...T[]];

const MESSAGE_TOO_SHORT = 'Message must be at least 10 characters';

// A form body holds 64 KiB for all fields, and an accented letter takes six characters of it.
const MESSAGE_MAX = 60_000;
const encodedLength = (text: string) => new URLSearchParams({ '': text.replace(/\r?\n/g, '\r\n') }).toString().length;

/** The contact form with the specification's messages, for the browser and the server. */
export const enquirySchema = z.object({
  fullName: typedLine(200).check(atLeast(2, 'Full name must be at least 2 characters')),
  companyName: orNull(typedLine(200)),
  email: emailSchema('Please enter a valid email address'),
  phone: orNull(typedLine(50)),
  subject: typedLine(300).check(atLeast(3, 'Subject must be at least 3 characters')),
  message: z.string({ error: MESSAGE_TOO_SHORT }).check(
    z.trim(),
    atLeast(10, MESSAGE_TOO_SHORT),
    z.refine((text) => encodedLength(text) <= MESSAGE_MAX, 'Message is too long to send. Please shorten it'),
  ),
  serviceType: z.nullish(z.enum(listValues(serviceTypeOptions), 'Please choose from the list')),
  preferredContact: z.nullish(z.enum(listValues(preferredContactOptions), 'Please choose from the list')),
  /** `problemsOfFiles` checks them by their bytes. */
  files: z.optional(z.unknown()),
  consent: z.literal('on', 'You must consent to data storage and contact'),
  /** The same form sent twice is one message. */
  formId: z.optional(z.string().check(z.maxLength(100))),
  /** A hidden field that only machines fill in. */
  website: z.optional(z.string()),
});

export type Enquiry = z.output<typeof enquirySchema>;

/** @param name of the cookie; by default either of the two, since a script does not know which one is set */
export const readReference = (cookies: string, name = '(?:__Host-)?reference'): string | null =>
  new RegExp(`(?:^|; )${name}=(SR-[0-9A-HJKMNP-TV-Z]{6})(?:;|$)`).exec(cookies)?.[1] ?? null;
