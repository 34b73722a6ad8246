import type { EntityManager } from '#db/orm.ts';

const BATCH = 500;
const DAYS = 30;

/**
 * Deletes what has been in the trash, or suspected to be spam, for 30 days, with all that hangs on it.
 * @returns how many messages were deleted
 */
export async function sweepMessages(em: EntityManager): Promise<number> {
  let deleted = 0;
  for (let last = BATCH; last === BATCH; deleted += last) {
    // SQL: in batches, so that nobody waits for long.
    const rows = await em.execute<unknown[]>(
      `delete from messages where id in (
         (select id from messages where folder = 'trash' and trashed_at < now() - make_interval(days => ${DAYS})
          order by trashed_at limit ${BATCH})
         union all
         (select id from messages where folder = 'spam' and created_at < now() - make_interval(days => ${DAYS})
          order by created_at limit ${BATCH})
         limit ${BATCH}) returning id`,
    );
    last = rows.length;
  }
  return deleted;
}
