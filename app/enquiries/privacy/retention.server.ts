import { LATER } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { countHit, takeBackHit, type Limit } from '../../http/rate-limit.server.ts';
import { localStamp } from '../../time/dates.ts';
import { HOUR_MS } from '../../time/local-time.ts';
import { MORE } from '../inbox/inbox.ts';
import { locked, sources } from '../message-tables.server.ts';
import { recordActivity, THE_SITE } from '../../audit/activities.server.ts';
import { enquiries, nameReferences } from './data-subject.ts';

const BATCH = 500;
const SWEPT_DAYS = 30;
const NIGHT_HOURS = 2; // the first sweep after 2:00 deletes what is due

/** Conditions that together select all enquiries. Each has an index by time, except the trash, which is small. */
const parts = (['unread', 'read', 'spam', 'trash'] as const).map((table) => sources[table].where);
const OLDER = `created_at < now() - make_interval(months => ?) and not (${LATER})
  and not exists (select from replies r where r.message_id = messages.id and r.state = 'waiting') and not exists (
  select from inbound_mails i where i.message_id = messages.id and i.created_at > now() - make_interval(months => ?))`;

/** Counts up to `MORE`. */
export async function countOlder(em: EntityManager, months: number): Promise<number> {
  // SQL: each part by its index, up to the limit.
  const found = parts.map(
    (part) => `(select id from messages where ${part} and ${OLDER} order by created_at limit ${MORE})`,
  );
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from (${found.join(' union all ')} limit ${MORE}) as old`,
    parts.flatMap(() => [months, months]),
  );
  return row!.n;
}

const nightly: Limit = { name: 'retention', max: 1, seconds: 48 * 3600 };
const formatNight = (now: number) => localStamp(new Date(now - NIGHT_HOURS * HOUR_MS)).slice(0, 10);

/** Claims tonight's deletion. Saving a shorter span claims it too, so that nothing is deleted by day. @returns if it was free */
export const claimNight = (em: EntityManager, now = Date.now()): Promise<boolean> =>
  countHit(em, nightly, formatNight(now));

/** Runs once a night, in the first process that asks. @param months null keeps all @returns how many were deleted */
export async function deleteOldMessages(em: EntityManager, months: number | null, now = Date.now()): Promise<number> {
  if (months === null || !(await claimNight(em, now))) return 0;
  let deleted = 0;
  try {
    for (const part of parts)
      deleted += await deleteInBatches(
        em,
        `older than ${months} months`,
        // SQL: locked rows are left for the next night.
        `id in (select id from messages where ${part} and ${OLDER} order by created_at limit ${BATCH} for update skip locked)`,
        [months, months],
      );
  } catch (error) {
    await takeBackHit(em, nightly, formatNight(now)); // so that the next sweep continues
    throw error;
  }
  return deleted;
}

/** Deletes messages that have been in trash or spam for 30 days. @returns how many */
export const sweepMessages = (em: EntityManager): Promise<number> =>
  deleteInBatches(
    em,
    `from the trash and the suspected spam after ${SWEPT_DAYS} days`,
    locked(`folder <> 'inbox' and id in ((select id from messages where folder = 'trash' and trashed_at < now() - make_interval(days => ${SWEPT_DAYS})
      order by trashed_at limit ${BATCH})
     union all
     (select id from messages where folder = 'spam' and created_at < now() - make_interval(days => ${SWEPT_DAYS})
        and not exists (select from activities a where a.noun = 'messages' and a.noun_id = messages.id
          and a.act in ('restored', 'spam', 'client-answer') and a.at > now() - make_interval(days => ${SWEPT_DAYS}))
      order by created_at limit ${BATCH}) limit ${BATCH})`), // one that is being restored stays
  );

/**
 * Deletes in batches, so that nobody waits long.
 * @param which the words after 'Deleted 3 enquiries' @param next SQL: the condition for the next batch
 */
async function deleteInBatches(em: EntityManager, which: string, next: string, values: unknown[] = []) {
  let deleted = 0;
  for (let last = BATCH; last === BATCH; deleted += last)
    last = await em.transactional(async (tx) => {
      // SQL: deletes and returns in one statement.
      const sql = `delete from messages where ${next} returning reference`;
      const rows = await tx.execute<{ reference: string }[]>(sql, values);
      const references = nameReferences(rows.map(({ reference }) => reference));
      const what = `Deleted ${enquiries(rows.length)} ${which}: ${references}`;
      if (rows.length) await recordActivity(tx, 'enquiries', THE_SITE, what);
      return rows.length;
    });
  return deleted;
}
