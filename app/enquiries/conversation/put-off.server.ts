import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { localDateTime } from '../../time/dates.ts';
import { timeIn } from '../../time/typed-time.ts';
import { recordMessageActivity } from '../inbox/change-messages.server.ts';
import type { StaffChange } from '../message.schema.ts';
import { milliseconds, WAITS } from '../message-tables.server.ts';
import { ANSWER_MS } from '../reminders/answer-clock.ts';
import { readQuickTime } from '../reminders/later.ts';
import { listSince } from './find-message.server.ts';
import type { TimelineEntry } from './list-timeline.ts';
import type { SinceThen } from './timeline-item.tsx';

/** Before its first answer an enquiry comes back when the answer is due, at the latest: nothing overdue hides. */
export const putOff = (em: EntityManager, id: number, { to, until = '', version }: StaffChange, by: Actor) =>
  unlessOutdated(em, id, version, by, async (tx) => {
    const wrong = (problem: string) => ({ outcome: 'invalid' as const, problems: { until: [problem] } });
    // SQL: by the database's clock, which brings it back.
    const [message] = await tx.execute<{ isInInbox: boolean; isAnswered: boolean; waitsMs: number; now: number }[]>(
      `select folder = 'inbox' as "isInInbox", coalesce(first_answered_at, answered_at) is not null as "isAnswered",
         ${milliseconds(WAITS)} as "waitsMs", ${milliseconds('now()')} as now from messages where id = ?`,
      [id],
    );
    const { isInInbox, isAnswered, waitsMs, now } = message!;
    const time = to === undefined ? timeIn(until) : readQuickTime(to, now);
    const due = waitsMs + ANSWER_MS;
    if (!isInInbox) return wrong('It is no longer in the inbox');
    if (time === null) return wrong('Please give a day and a time, such as 2026-11-24T14:30');
    if (time <= now) return wrong('This time has passed');
    if (!isAnswered && time > due)
      return wrong(`Not answered yet, so ${localDateTime(new Date(due))} at the latest: the answer is due then`);
    const shown = localDateTime(new Date(time));
    // SQL: tells a second press of the button from the first.
    const [changed] = await tx.execute<unknown[]>(
      `update messages set later_until = ?::timestamptz where id = ? and later_until is distinct from ?::timestamptz
       returning id`,
      [new Date(time), id, new Date(time)],
    );
    if (changed) await recordMessageActivity(tx, id, 'later', by, enquiryTexts.later + shown);
    return { outcome: 'saved' as const, words: `Message put off until ${shown}` };
  });

/**
 * Runs `change` unless something has happened to the message since the activity `version`, which the page knew of.
 * @param version undefined: always @param counts which of it stands against the change; by default what others did
 */
export function unlessOutdated<Done>(
  em: EntityManager,
  id: number,
  version: number | undefined,
  by: Actor,
  change: (tx: EntityManager) => Promise<Done>,
  counts = ({ who }: TimelineEntry) => who !== by.who,
): Promise<Done | { outcome: 'gone' } | { outcome: 'outdated'; stored: SinceThen }> {
  return em.transactional(async (tx) => {
    // SQL: whoever comes second waits here.
    const [message] = await tx.execute<unknown[]>('select from messages where id = ? for no key update', [id]);
    if (!message) return { outcome: 'gone' };
    const since = version === undefined ? [] : await listSince(tx, id, version);
    const theirs = since.filter(counts);
    return theirs.length ? { outcome: 'outdated', stored: { version: since.at(-1)!.id!, since: theirs } } : change(tx);
  });
}
