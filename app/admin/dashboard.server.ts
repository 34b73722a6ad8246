import type { AppLoadContext } from '@remix-run/node';
import { Service } from '#db/entities/content.ts';
import { entityManager } from '#db/orm.ts';
import { log } from '../http/log.server.ts';
import { countMessages } from '../messages/messages.server.ts';
import { reaches, type Role } from '../staff/staff.schema.ts';

/** The numbers of the dashboard; null where one could not be read. Only an admin's hold one about messages. */
export interface Statistics {
  services: number | null;
  messages?: number | null;
}

/** Reads the numbers that a role may see. A failure is only logged. */
export async function readStatistics(context: AppLoadContext, role: Role): Promise<Statistics> {
  const em = entityManager(context);
  const [services, messages] = await Promise.all([
    orNull(context, em.count(Service, {})),
    reaches(role, 'admin')
      ? orNull(
          context,
          countMessages(em).then(({ total }) => total),
        )
      : undefined,
  ]);
  return messages === undefined ? { services } : { services, messages };
}

function orNull(context: AppLoadContext, reading: Promise<number>): Promise<number | null> {
  return reading.catch((error: unknown) => {
    log.error({ requestId: context.requestId, err: error }, 'dashboard statistics could not be read');
    return null;
  });
}
