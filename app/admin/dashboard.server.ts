import type { AppLoadContext } from '@remix-run/node';
import { Service } from '#db/entities/content.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { log } from '../http/log.server.ts';
import { ANSWER_MS } from '../enquiries/reminders/answer-clock.ts';
import type { MessageRow } from '../enquiries/inbox/inbox.ts';
import { countMessages, countOverdue, type Waiting } from '../enquiries/message-tables.server.ts';
import { listMessages } from '../enquiries/inbox/messages.server.ts';
import { storeRoomProblem } from '../enquiries/files/enquiry-files.server.ts';
import { undeliveredProblem } from '../mail/undelivered.server.ts';
import { reaches, type Role } from '../accounts/staff.schema.ts';

const HOUR_MS = 3_600_000;

/** The numbers of the dashboard; null where one could not be read. Only an admin's hold one about messages. */
export interface Statistics {
  services: number | null;
  messages?: number | null;
  waiting?: (Waiting & { first: MessageRow[] }) | null;
}

/** Reads the numbers that a role may see. A failure is only logged. */
export async function readStatistics(context: AppLoadContext, role: Role): Promise<Statistics> {
  const em = entityManager(context);
  const services = orNull(context, em.count(Service, {}));
  if (!reaches(role, 'admin')) return { services: await services };
  const counts = await orNull(context, countMessages(em));
  const waiting = counts && (await orNull(context, readWaitingEnquiries(em, counts.waiting)));
  return { services: await services, messages: counts && counts.total, waiting };
}

const FIRST = 5; // the longest waiting, by name

async function readWaitingEnquiries(em: EntityManager, waiting: number) {
  const [state, page] = await Promise.all([
    countOverdue(em, waiting, ANSWER_MS / HOUR_MS),
    listMessages(em, 'waiting', null),
  ]);
  return { ...state, first: page.rows.slice(0, FIRST) };
}

/** How many enquiries wait; null when that could not be read. */
export const readWaiting = (context: AppLoadContext): Promise<number | null> =>
  orNull(
    context,
    countMessages(entityManager(context)).then(({ waiting }) => waiting),
  );

/** Which mails could lately not be delivered; null while all were, or when that cannot be told. */
export const readUndelivered = (context: AppLoadContext): Promise<string | null> =>
  orNull(context, undeliveredProblem(entityManager(context)));

/** That the room for drawings and photos of enquiries is nearly used up; null while it is not, or cannot be told. */
export const readFullness = (context: AppLoadContext): Promise<string | null> =>
  orNull(context, storeRoomProblem(entityManager(context)));

function orNull<T>(context: AppLoadContext, reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    log.error({ requestId: context.requestId, err: error }, 'dashboard statistics could not be read');
    return null;
  });
}
