import type { EntityManager } from '#db/orm.ts';
import { TRASH_DAYS } from './history.ts';

/** An item keeps at least this many revisions, and all revisions for this many days. */
const KEPT = 100;
const KEPT_DAYS = 90;
const MARKS_HOURS = 24; // undo is possible for an hour

export async function sweepHistory(em: EntityManager): Promise<void> {
  // SQL: each by one statement.
  await em.execute(
    `delete from revisions r using trash t
     where t.deleted_at < now() - interval '${TRASH_DAYS} days' and r.noun = t.noun and r.item_id = t.item_id`,
  );
  await em.execute(`delete from revisions where act = 'marked' and at < now() - interval '${MARKS_HOURS} hours'`);
  await em.execute(
    `delete from revisions r where at < now() - interval '${KEPT_DAYS} days'
       and not exists (select from trash t where t.revision_id = r.id)
       and id in (select id from (
         select id, row_number() over (partition by noun, item_id order by id desc) as n from revisions) numbered
         where n > ${KEPT})`,
  );
}
