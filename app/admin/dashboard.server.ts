import type { AppLoadContext } from '@remix-run/node';
import { Service } from '#db/entities/content.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { readOrNull } from '../forms/action.server.ts';
import { readAnswerSpeed, type AnswerSpeed } from '../enquiries/answer-speed.server.ts';
import { countMessages, readDue } from '../enquiries/message-tables.server.ts';
import { listMessages } from '../enquiries/inbox/messages.server.ts';
import { reaches, type Role } from '../accounts/staff.schema.ts';

/** Null where a number could not be read. Only admins get those about messages. */
export interface Statistics {
  services: number | null;
  messages?: number | null;
  waiting?: Awaited<ReturnType<typeof readWaitingEnquiries>> | null;
  speed?: AnswerSpeed | null;
}

export async function readStatistics(context: AppLoadContext, role: Role): Promise<Statistics> {
  const em = entityManager(context);
  const services = readOrNull(context, em.count(Service, {}));
  if (!reaches(role, 'admin')) return { services: await services };
  const counts = await readOrNull(context, countMessages(em));
  const waiting = counts && (await readOrNull(context, readWaitingEnquiries(em, counts.waiting)));
  const speed = await readOrNull(context, readAnswerSpeed(em));
  return { services: await services, messages: counts && counts.total, waiting, speed };
}

const FIRST = 5; // the longest waiting, by name

async function readWaitingEnquiries(em: EntityManager, waiting: number) {
  const [due, { rows }] = await Promise.all([readDue(em), listMessages(em, 'waiting', null)]);
  return { waiting, ...due, first: rows.slice(0, FIRST) };
}

export const readWaiting = (context: AppLoadContext): Promise<number | null> =>
  readOrNull(
    context,
    countMessages(entityManager(context)).then(({ waiting }) => waiting),
  );
