import type { NotificationPayload } from '#db/entities/message.ts';
import { executePrepared, type EntityManager } from '#db/orm.ts';
import { hitSql, type Limit } from '../http/rate-limit.server.ts';
import { submissionKey } from '../http/submission-key.server.ts';
import { queueNotificationSql } from '../mail/mail-queue.server.ts';
import type { Enquiry } from './enquiry.schema.ts';

/** More than 8 accepted enquiries from one address in 10 minutes are refused. */
export const enquiryLimit: Limit = { name: 'enquiry', max: 8, seconds: 600 };

export type SaveResult = 'saved' | 'duplicate' | 'limited';

/**
 * Saves an enquiry and queues the mail about it: both or neither, in one statement and so in one round trip. The same
 * form sent again saves nothing and counts as saved.
 * @param address the visitor's address, which the limit counts by
 * @throws Error if the database does not take it
 */
export async function saveEnquiry(em: EntityManager, enquiry: Enquiry, address: string): Promise<SaveResult> {
  const { fullName: name, email, subject, message, companyName, phone: phoneNumber } = enquiry;
  const serviceType = enquiry.serviceType ?? null;
  const preferredContact = enquiry.preferredContact ?? null;
  const payload: NotificationPayload = {
    name,
    email,
    subject,
    message,
    serviceType,
    preferredContact,
    phoneNumber,
    companyName,
  };
  const { formId, ...fields } = enquiry;
  const key = submissionKey(formId, fields);
  const hit = hitSql(enquiryLimit, address, 'from saved');
  const rows = await executePrepared<{ saved: boolean; limited: boolean }>(
    em,
    'save-enquiry',
    `with saved as (
       insert into messages (name, email, subject, message, service_type, preferred_contact, submission_key)
       values (?, ?, ?, ?, ?, ?, ?) on conflict (submission_key) do nothing returning id
     ), hit as (${hit.sql}),
     notified as (insert into notifications (message_id, payload) select id, ?::jsonb from saved returning id),
     queued as (select (${queueNotificationSql('notified.id', true)}) from notified)
     select exists (select from saved) as saved, (select count(*) from queued) as n,
       case when (select allowed from hit) is false then refuse_over_limit() else false end as limited`,
    [name, email, subject, message, serviceType, preferredContact, key, ...hit.values, JSON.stringify(payload)],
  ).catch((error: unknown) => {
    if (isOverLimit(error)) return null; // the statement was rolled back whole
    throw error;
  });
  if (rows === null) return 'limited';
  return rows[0]!.saved ? 'saved' : 'duplicate';
}

const isOverLimit = (error: unknown) => (error as { code?: unknown }).code === 'RL429';
