import { randomUUID } from 'node:crypto';
import type { NotificationPayload } from '#db/entities/message-mail.ts';

export const filledIn = {
  fullName: 'Anja Ramdin',
  companyName: 'Ramdin & Sons Ltd',
  email: 'anja@example.com',
  phone: '(868) 555-0100',
  subject: 'Tandem lift of a column',
  message: 'A process column of 42 t, to be set in May.\nTwo cranes are on site.',
  serviceType: 'lift-plan-review',
  preferredContact: 'either',
  consent: 'on',
};

export const filledInPayload: NotificationPayload = {
  name: filledIn.fullName,
  companyName: filledIn.companyName,
  email: filledIn.email,
  phoneNumber: filledIn.phone,
  subject: filledIn.subject,
  message: filledIn.message,
  serviceType: 'lift-plan-review',
  preferredContact: 'either',
};

/** `undefined` leaves a field out. */
export type Fields = Record<string, string | undefined>;

/** The filled-in form with changes, as a browser sends it. Each one is a new instance. */
export function enquiryForm(fields: Fields = {}): URLSearchParams {
  const all: Fields = { ...filledIn, formId: randomUUID(), website: '', ...fields };
  return new URLSearchParams(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** Posts the contact form as a page of the site does; redirects are not followed. */
export const sendEnquiry = (url: string, fields: Fields = {}, headers: Record<string, string> = {}) =>
  postEnquiry(url, enquiryForm(fields), headers);

export const postEnquiry = (url: string, body: URLSearchParams | FormData, headers: Record<string, string>) =>
  fetch(`${url}/contact-form`, { method: 'POST', body, headers: { Origin: url, ...headers }, redirect: 'manual' });
