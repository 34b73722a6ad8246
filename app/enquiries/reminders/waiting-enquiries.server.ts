import type { EntityManager } from '#db/orm.ts';

/** The enquiries that nobody has answered. */
export interface WaitingEnquiries {
  /** Counted up to 10,000. */
  count: number;
  /** How long the oldest one waits; 0 when none does. */
  oldestSeconds: number;
  /** How long the oldest enquiry waits whose mail to the office was refused or given up; 0 when there is none. */
  untoldSeconds: number;
}

/** What of the enquiries might be forgotten. */
export async function waitingEnquiries(em: EntityManager): Promise<WaitingEnquiries> {
  // SQL: ages by the database's clock, which set the times; the index of those that wait, and no further than is told.
  const [row] = await em.execute<WaitingEnquiries[]>(
    `with waiting as (
       select id, created_at from messages where folder = 'inbox' and answered_at is null order by created_at, id limit 10000)
     select count(*)::int as count,
       coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
       coalesce(extract(epoch from now() - min(created_at) filter (
         where exists (select from notifications n where n.message_id = w.id and n.state = 'failed'))), 0)::float8
         as "untoldSeconds"
     from waiting w`,
  );
  return row!;
}
