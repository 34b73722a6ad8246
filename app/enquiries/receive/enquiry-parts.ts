import type { NotificationPayload } from '#db/entities/message-mail.ts';
import type { MessageParts } from '#db/entities/message.ts';
import { asWritten } from '../../mail/mail-text.ts';
import { preferredContactLabel, serviceTypeLabel } from './enquiry-options.ts';
import type { Enquiry } from './enquiry.schema.ts';

/** The parts of a stored enquiry as staff call them, in the order of the export. */
export const partLabels = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
  serviceType: 'Service Type',
  preferredContact: 'Preferred Contact',
} satisfies Record<keyof MessageParts, string>;

export const parts = Object.keys(partLabels) as (keyof MessageParts)[];

/** Parts that mails and details list among other facts. */
export const otherParts = parts.filter((part) => !['name', 'email', 'subject', 'message'].includes(part));

export const inSentence = (label: string): string => label.charAt(0) + label.slice(1).toLowerCase();

export function partText(enquiry: Partial<NotificationPayload>, part: keyof NotificationPayload): string {
  if (part === 'serviceType') return serviceTypeLabel(enquiry.serviceType);
  if (part === 'preferredContact') return preferredContactLabel(enquiry.preferredContact);
  return enquiry[part] || 'Not given';
}

type Filled = Pick<Enquiry, 'fullName' | 'subject' | 'message'> & {
  [Field in keyof Enquiry]?: Enquiry[Field] | null | undefined;
};

/** What is kept of a form that was filled in by a visitor or by staff. */
export const makePayload = (enquiry: Filled): NotificationPayload => ({
  name: asWritten(enquiry.fullName),
  email: enquiry.email ?? '', // '' means none, also to the previous release
  subject: asWritten(enquiry.subject),
  message: asWritten(enquiry.message),
  serviceType: enquiry.serviceType ?? null,
  preferredContact: enquiry.preferredContact ?? null,
  phoneNumber: enquiry.phone ?? null,
  companyName: enquiry.companyName ?? null,
});
