import type { EntityManager } from '#db/orm.ts';

const BATCH = 1000;
const MONTHS = 12; // a trigger of the table lets none go before

/**
 * Deletes the lines that are older than 12 months. Those about an enquiry that is still there stay: they are its history.
 * @returns how many were deleted
 */
export async function sweepActivities(em: EntityManager): Promise<number> {
  let deleted = 0;
  // SQL: in batches, so that no statement takes long, each from where the last one ended.
  for (let place: unknown[] = ['-infinity', 0]; ;) {
    const [row] = await em.execute<{ at: string | null; id: number; n: number }[]>(
      `with old as materialized (
         select id, at, noun, noun_id from activities
         where (at, id) > (?::timestamptz, ?) and at < now() - make_interval(months => ${MONTHS})
         order by at, id limit ${BATCH}
       ), gone as (
         delete from activities where id in (
           select id from old
           where noun is distinct from 'messages' or not exists (select from messages m where m.id = old.noun_id))
         returning id
       )
       select (select count(*)::int from gone) as n, at::text, id
       from (select at, id from old order by at desc, id desc limit 1) as last`,
      place,
    );
    if (!row) return deleted;
    deleted += row.n;
    place = [row.at, row.id];
  }
}
