import { randomUUID } from 'node:crypto';
import { perApp, type App } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { columnOf, executePrepared, forkEntityManager } from '#db/orm.ts';
import { log } from '../../http/log.server.ts';
import { isUnavailable } from '../../http/refusals/unavailable.server.ts';
import type { ReceivedFile } from '../../http/files/received-file.server.ts';
import { hitEachKeySql, limitKey, type Limit } from '../../http/rate-limit.server.ts';
import { submissionKey } from '../../forms/form.server.ts';
import { queueMailsSql } from '../../mail/mail-jobs.server.ts';
import { settings } from '#db/settings.ts';
import { acknowledgementKey, acknowledgeSql } from '../mails/acknowledgements.server.ts';
import { inBatches } from './enquiry-batches.server.ts';
import { makePayload, parts } from './enquiry-parts.ts';
import type { Enquiry } from './enquiry.schema.ts';
import { spamReason } from './spam.server.ts';

export const enquiryLimit: Limit = { name: 'enquiry', max: 8, seconds: 600 };

export interface From {
  /** `enquiryKey`: equal for repeats of one enquiry. */
  key: string;
  address: string;
  requestId: string | undefined;
  /** The ids of stored files. */
  files?: string[];
}

/** Repeated enquiries and those that look like spam are `sent` as well. */
export type Outcome = { outcome: 'sent'; reference: string | null } | { outcome: 'limited' | 'failed' };

/** Saves an enquiry once, even if it is sent again. One that looks like spam goes to spam, and its mail is held. */
export async function takeEnquiry(app: App, enquiry: Enquiry, from: From): Promise<Outcome> {
  try {
    return await findBatches(app)(makeRow(app, enquiry, from));
  } catch (error) {
    log.error({ requestId: from.requestId, err: error }, 'enquiry could not be saved');
    return { outcome: 'failed' };
  }
}

type Row = ReturnType<typeof makeRow>;

const findBatches = perApp('enquiries to save', (app) =>
  inBatches<Row, Outcome>({
    save: (rows) => save(app, rows),
    groupOf: (row) => row.limit_key,
    isOfOneRow: (error) => !isUnavailable(error),
  }),
);

/** Identifies equal enquiries. Files count by name and size, stored or not: other files make another enquiry. */
export function enquiryKey({ formId, website: _, files: __, ...fields }: Enquiry, files: ReceivedFile[]): string {
  const given = files.map(({ name, size }) => `${size} ${name}`);
  return submissionKey(formId, given.length ? { ...fields, given } : fields) ?? randomUUID();
}

const makeRow = (app: App, enquiry: Enquiry, { key, address, files = [] }: From) => ({
  payload: makePayload(enquiry),
  submission_key: key,
  limit_key: limitKey(app, enquiryLimit, address),
  spam_reason: spamReason(enquiry, databaseNow(app)),
  files,
});

// `queueMailsSql` forces custom plans. This resets it for foreign key checks, which run last: generic plans suit them.
const USUAL_PLANS = "set_config('plan_cache_mode', 'auto', true)";

// SQL: one statement counts, stores and queues a batch. It looks up repeats row by row: a join planned while the
// table was small would read all messages, for as long as the connection keeps its plan.
/** Saves all rows or none, with their queued mails, in one transaction and one round trip. */
async function save(app: App, rows: Row[]): Promise<Outcome[]> {
  const hits = hitEachKeySql(enquiryLimit, 'select limit_key from new order by limit_key');
  const acknowledge = settings(app).acknowledgement
    ? acknowledgeSql(app, 'saved join sent using (submission_key)')
    : null;
  const sent = rows.map((row) => ({ ...row, email_key: acknowledge && acknowledgementKey(app, row.payload.email) }));
  const outcomes = await executePrepared<Outcome>(
    forkEntityManager(app),
    acknowledge ? 'save-and-acknowledge-enquiries' : 'save-enquiries',
    `with sent as (
       select s.*, (select reference from messages m where m.submission_key = s.submission_key)
       from rows from (jsonb_to_recordset(?::jsonb)
           as (payload jsonb, submission_key text, limit_key text, spam_reason text, email_key text, files uuid[]))
         with ordinality as s (payload, submission_key, limit_key, spam_reason, email_key, files, n)
     ), new as (select * from sent where reference is null),
     hits as (${hits.sql}),
     allowed as (select new.* from new join hits on hits.key = limit_key where hits.allowed),
     saved as (
       insert into messages (${parts.map(columnOf).join(', ')}, submission_key, folder, spam_reason)
       select ${parts.map((part) => `payload->>'${part}'`).join(', ')}, submission_key,
         case when spam_reason is null then 'inbox' else 'spam' end, spam_reason
       from allowed order by n
       on conflict (submission_key) do nothing returning id, submission_key, reference, folder
     ), notified as (
       insert into notifications (message_id, payload, state)
       select id, payload, case folder when 'inbox' then 'waiting' else 'held' end
       from saved join allowed using (submission_key) returning id, state
     ), filed as (
       update enquiry_files f set message_id = saved.id
       from saved join allowed using (submission_key) where f.id = any (allowed.files) and f.message_id is null
     ), due as (select id from notified where state = 'waiting'),
     queued as (${queueMailsSql('notification', 'due')})
     ${acknowledge ? `, ${acknowledge.sql}` : ''}
     select case when hits.allowed is false then 'limited' else 'sent' end as outcome,
       coalesce(sent.reference, saved.reference) as reference, (select count(*) from queued)
       ${acknowledge ? ', (select count(*) from acknowledging) as acknowledged' : ''}, ${USUAL_PLANS}
     from sent left join hits on hits.key = limit_key left join saved using (submission_key) order by n`,
    [JSON.stringify(sent), ...hits.values, ...(acknowledge?.values ?? [])],
  );
  // The statement does not see what another process stores at the same moment.
  for (const [n, outcome] of outcomes.entries())
    if (outcome.outcome === 'sent')
      outcome.reference ??= (await findSent(app, rows[n]!.submission_key))?.reference ?? null;
  return outcomes;
}

/** Finds an earlier enquiry with this `enquiryKey`. */
export async function findSent(app: App, key: string): Promise<{ reference: string; files: number } | null> {
  // SQL: counts its files in the same query.
  const [row] = await forkEntityManager(app).execute<{ reference: string; files: number }[]>(
    `select reference, (select count(*)::int from enquiry_files where message_id = m.id) as files
     from messages m where submission_key = ?`,
    [key],
  );
  return row ?? null;
}
