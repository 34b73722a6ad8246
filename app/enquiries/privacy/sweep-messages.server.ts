import type { EntityManager } from '#db/orm.ts';
import { recordActivity, THE_SITE } from '../../audit/activities.server.ts';
import { enquiries, nameReferences } from './data-subject.ts';

const BATCH = 500;
const DAYS = 30;

/**
 * Deletes messages that have been in trash or spam for 30 days, since they came or since staff put them there.
 * @returns how many were deleted
 */
export async function sweepMessages(em: EntityManager): Promise<number> {
  let deleted = 0;
  for (let last = BATCH; last === BATCH; deleted += last) {
    // SQL: in batches, so that nobody waits long.
    last = await deleteAndTell(
      em,
      `from the trash and the suspected spam after ${DAYS} days`,
      `delete from messages where id in (
         (select id from messages where folder = 'trash' and trashed_at < now() - make_interval(days => ${DAYS})
          order by trashed_at limit ${BATCH})
         union all
         (select id from messages where folder = 'spam' and created_at < now() - make_interval(days => ${DAYS})
            and not exists (select from activities a where a.noun = 'messages' and a.noun_id = messages.id
              and a.act in ('restored', 'spam') and a.at > now() - make_interval(days => ${DAYS}))
          order by created_at limit ${BATCH})
         limit ${BATCH}) returning reference`,
    );
  }
  return deleted;
}

/**
 * Deletes enquiries by a statement that returns their references, and records it.
 * @param which in words, after 'Deleted 3 enquiries'
 * @returns how many were deleted
 */
export function deleteAndTell(em: EntityManager, which: string, sql: string, values: unknown[] = []): Promise<number> {
  return em.transactional(async (tx) => {
    // SQL: deletes and returns in one statement.
    const rows = await tx.execute<{ reference: string }[]>(sql, values);
    const references = nameReferences(rows.map(({ reference }) => reference));
    const what = `Deleted ${enquiries(rows.length)} ${which}: ${references}`;
    if (rows.length) await recordActivity(tx, 'enquiries', THE_SITE, what);
    return rows.length;
  });
}
