import { WAITING } from '#db/entities/message.ts';
import type { EntityManager } from '#db/orm.ts';
import { milliseconds, WAITS } from '../message-tables.server.ts';
import type { WaitingEnquiry } from './reminder-mail.ts';

interface WaitingEnquiries {
  /** Counted up to 10,000. */
  count: number;
  /** 0 if none waits. */
  oldestSeconds: number;
  /** The same for enquiries whose notification was refused or given up. */
  untoldSeconds: number;
}

export async function waitingEnquiries(em: EntityManager): Promise<WaitingEnquiries> {
  // SQL: ages by the database's clock; by index, up to the limit.
  const [row] = await em.execute<WaitingEnquiries[]>(
    `with waiting as (
       select id, ${WAITS} as since from messages where ${WAITING} order by ${WAITS}, id limit 10000)
     select count(*)::int as count,
       coalesce(extract(epoch from now() - min(since)), 0)::float8 as "oldestSeconds",
       coalesce(extract(epoch from now() - min(since) filter (
         where exists (select from notifications n where n.message_id = w.id and n.state = 'failed'))), 0)::float8
         as "untoldSeconds"
     from waiting w`,
  );
  return row!;
}

/**
 * Those that a mail tells of, the longest wait first.
 * @param which SQL: the condition
 * @param most null for all
 */
export const readWaiting = (
  em: EntityManager,
  which: string,
  values: unknown[],
  most: number | null = null,
): Promise<WaitingEnquiry[]> =>
  // SQL: by the database's clock.
  em.execute(
    `select id, reference, name, subject, ${milliseconds(WAITS)} as "receivedMs", ${milliseconds('now()')} as "nowMs"
     from messages where ${which} order by ${WAITS}, id limit ?`,
    [...values, most],
  );
