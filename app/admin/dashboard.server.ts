import type { AppLoadContext } from '@remix-run/node';
import { findApp, perApp } from '#db/app.ts';
import { Service } from '#db/entities/content.ts';
import { entityManager, type EntityManager } from '#db/orm.ts';
import { readOrNull } from '../forms/action.server.ts';
import { readAnswerSpeed, type AnswerSpeed } from '../enquiries/answer-speed.server.ts';
import { countMessages, readDue } from '../enquiries/message-tables.server.ts';
import { listMessages } from '../enquiries/inbox/messages.server.ts';
import { reaches, type Role } from '../accounts/staff.schema.ts';

/** Null where a number could not be read. Only admins get those about messages. */
export async function readStatistics(context: AppLoadContext, role: Role) {
  const em = entityManager(context);
  const services = readOrNull(context, em.count(Service, {}));
  if (!reaches(role, 'admin')) return { services: await services };
  const counts = await readOrNull(context, countMessages(em));
  const waiting = counts && (await readOrNull(context, readWaitingEnquiries(em, counts.waiting)));
  const speed = await readOrNull(context, readKeptSpeed(em));
  return { services: await services, messages: counts && counts.total, waiting, speed };
}

const MANY = 5000;
const KEPT_MS = 60_000;
const findKept = perApp('kept answer speed', () => ({ until: 0, speed: null as AnswerSpeed | null }));

/** Among many enquiries the last minute changes little, and reading them all delays the page. */
async function readKeptSpeed(em: EntityManager): Promise<AnswerSpeed | null> {
  const kept = findKept(findApp(em));
  if (performance.now() < kept.until) return kept.speed;
  const speed = await readAnswerSpeed(em);
  if (speed.came >= MANY) Object.assign(kept, { until: performance.now() + KEPT_MS, speed });
  return speed;
}

const FIRST = 5; // the longest waiting, by name

/** `overdue` is at most `MORE`, `lastAnswer` in milliseconds since the epoch. */
export async function readWaitingEnquiries(em: EntityManager, waiting: number) {
  const [due, { rows }] = await Promise.all([readDue(em), listMessages(em, 'waiting', null)]);
  return { waiting, ...due, first: rows.slice(0, FIRST) };
}

export async function readWaiting(context: AppLoadContext): Promise<number | null> {
  const counts = await readOrNull(context, countMessages(entityManager(context)));
  return counts && counts.waiting;
}
