import type { AppLoadContext } from '@remix-run/node';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { describeError, log } from '../http/log.server.ts';
import type { Role } from '../staff/staff.schema.ts';

/** The numbers of the dashboard; null where one could not be read. Only an admin's hold one about messages. */
export interface Statistics {
  services: number | null;
  messages?: number | null;
}

/** Reads the numbers that a role may see. A failure is only logged. */
export async function readStatistics(context: AppLoadContext, role: Role): Promise<Statistics> {
  const em = entityManager(context);
  const [services, messages] = await Promise.all([
    orNull(context, countServices(em)),
    role === 'admin' ? orNull(context, countMessages(em)) : undefined,
  ]);
  return messages === undefined ? { services } : { services, messages };
}

const countServices = (em: EntityManager) => count(em, 'select count(*)::int as n from services');

/** From the totals that the database keeps, however many messages there are. */
const countMessages = (em: EntityManager) => count(em, 'select coalesce(sum(n), 0)::int as n from message_counts');

async function count(em: EntityManager, sql: string): Promise<number> {
  const [row] = await em.execute<{ n: number }[]>(sql);
  return row!.n;
}

function orNull(context: AppLoadContext, reading: Promise<number>): Promise<number | null> {
  return reading.catch((error: unknown) => {
    log.error({ requestId: context.requestId, err: describeError(error) }, 'dashboard statistics could not be read');
    return null;
  });
}
