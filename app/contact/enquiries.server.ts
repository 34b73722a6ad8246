import { randomUUID } from 'node:crypto';
import type { NotificationPayload } from '#db/entities/message.ts';
import { executePrepared, forkEntityManager } from '#db/orm.ts';
import { describeError, log } from '../http/log.server.ts';
import { hitSql, limitKey, type Limit } from '../http/rate-limit.server.ts';
import { submissionKey } from '../http/submission-key.server.ts';
import { queueNotificationsSql } from '../mail/mail-queue.server.ts';
import type { Enquiry } from './enquiry.schema.ts';

/** More than 8 accepted enquiries from one address in 10 minutes are refused. */
export const enquiryLimit: Limit = { name: 'enquiry', max: 8, seconds: 600 };

/** What became of an enquiry; `sent` also if it had been sent before, or if a machine filled in the field for machines. */
export type Outcome = 'sent' | 'limited' | 'failed';

/**
 * Saves an enquiry and queues the mail about it. The same form sent again saves nothing.
 * @param address the visitor's address, which the limit counts by
 */
export async function takeEnquiry(enquiry: Enquiry, address: string, requestId?: string): Promise<Outcome> {
  if (enquiry.website) return 'sent';
  try {
    return await new Promise<Outcome>((resolve, reject) => {
      waiting.push({ row: rowOf(enquiry, address), since: performance.now(), resolve, reject });
      if (!isSaving) void saveWaiting();
    });
  } catch (error) {
    log.error({ requestId, err: describeError(error) }, 'enquiry could not be saved');
    return 'failed';
  }
}

interface Waiting {
  row: Row;
  since: number;
  resolve: (outcome: Outcome) => void;
  reject: (error: unknown) => void;
}
type Row = ReturnType<typeof rowOf>;

// Those that come while others are being saved are saved together: most of what one costs is its transaction.
const waiting: Waiting[] = [];
let isSaving = false;
const BATCH = 50;
/** One that has waited for so long for a save that failed shares its fate: the next one might take as long again. */
const PATIENCE_MS = 1000;

async function saveWaiting(): Promise<void> {
  isSaving = true;
  while (waiting.length) {
    const batch = takeBatch();
    try {
      const outcomes = await save(batch.map(({ row }) => row));
      batch.forEach(({ resolve }, i) => resolve(outcomes[i]!));
    } catch (error) {
      const late = waiting.filter(({ since }) => performance.now() - since > PATIENCE_MS);
      waiting.splice(0, late.length); // the first ones have waited longest
      for (const { reject } of [...batch, ...late]) reject(error);
    }
  }
  isSaving = false;
}

/** The first that wait, but of one address and of one form only one: a statement can count and compare only what was before it. */
function takeBatch(): Waiting[] {
  const keys = new Set<string>();
  const batch = waiting.slice(0, BATCH).filter(({ row }) => {
    if (keys.has(row.limit_key) || keys.has(row.submission_key)) return false;
    keys.add(row.limit_key).add(row.submission_key);
    return true;
  });
  const taken = new Set(batch);
  waiting.splice(0, waiting.length, ...waiting.filter((each) => !taken.has(each)));
  return batch;
}

function rowOf({ formId, website: _, ...fields }: Enquiry, address: string) {
  const { fullName: name, email, subject, message, companyName, phone: phoneNumber } = fields;
  const serviceType = fields.serviceType ?? null;
  const preferredContact = fields.preferredContact ?? null;
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
  const submission_key = submissionKey(formId, fields) ?? randomUUID();
  return { payload, submission_key, limit_key: limitKey(enquiryLimit, address) };
}

// Repeats are looked up one by one: joined, they would be sought by reading all messages, as long as a connection goes by
// the plan it made when there were few.
/** Saves all, or none if the database does not take them: messages and queued mails in one transaction and round trip. */
async function save(rows: Row[]): Promise<Outcome[]> {
  const hits = hitSql(enquiryLimit, 'select limit_key from new order by limit_key');
  const found = await executePrepared<{ outcome: Outcome }>(
    forkEntityManager(),
    'save-enquiries',
    `with sent as (
       select * from rows from (jsonb_to_recordset(?::jsonb) as (payload jsonb, submission_key text, limit_key text))
         with ordinality as s (payload, submission_key, limit_key, n)
     ), new as (
       select * from sent where (select id from messages m where m.submission_key = sent.submission_key) is null
     ), hits as (${hits.sql}),
     allowed as (select new.* from new join hits on hits.key = limit_key where hits.allowed),
     saved as (
       insert into messages (name, email, subject, message, service_type, preferred_contact, submission_key)
       select payload->>'name', payload->>'email', payload->>'subject', payload->>'message', payload->>'serviceType',
         payload->>'preferredContact', submission_key from allowed order by n
       on conflict (submission_key) do nothing returning id, submission_key
     ), notified as (
       insert into notifications (message_id, payload)
       select id, payload from saved join allowed using (submission_key) returning id
     ), queued as (${queueNotificationsSql('notified')})
     select case when hits.allowed is false then 'limited' else 'sent' end as outcome, (select count(*) from queued)
     from sent left join hits on hits.key = limit_key order by n`,
    [JSON.stringify(rows), ...hits.values],
  );
  return found.map(({ outcome }) => outcome);
}
