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
import type { NewerEntries } from './timeline-item.tsx';

/** An enquiry without an answer can be put off at most until the answer is due, so that no overdue one is hidden. */
export const putOff = (em: EntityManager, id: number, { to, until = '', version }: StaffChange, by: Actor) =>
  unlessOutdated(em, id, version, by, async (tx) => {
    const wrong = (problem: string) => ({ outcome: 'invalid' as const, problems: { until: [problem] } });
    // SQL: by the database's clock, as in `bringBack`.
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
    // SQL: changes nothing when the button is pressed twice.
    const [changed] = await tx.execute<unknown[]>(
      `update messages set later_until = ?::timestamptz where id = ? and later_until is distinct from ?::timestamptz
       returning id`,
      [new Date(time), id, new Date(time)],
    );
    if (changed) await recordMessageActivity(tx, id, 'later', by, enquiryTexts.later + shown);
    return { outcome: 'saved' as const, words: `Message put off until ${shown}` };
  });

/**
 * Runs `change` unless others have done something to the message since `version`, the last activity that the page knew.
 * @param version undefined always runs it @param isTheirs which activities forbid it; by default those of others
 */
export function unlessOutdated<Done>(
  em: EntityManager,
  id: number,
  version: number | undefined,
  by: Actor,
  change: (tx: EntityManager) => Promise<Done>,
  isTheirs = ({ who }: TimelineEntry) => who !== by.who,
): Promise<Done | { outcome: 'gone' } | { outcome: 'outdated'; stored: NewerEntries }> {
  return em.transactional(async (tx) => {
    // SQL: of two changes at once the second waits here.
    const [message] = await tx.execute<unknown[]>('select from messages where id = ? for no key update', [id]);
    if (!message) return { outcome: 'gone' };
    const since = version === undefined ? [] : await listSince(tx, id, version);
    const theirs = since.filter(isTheirs);
    return theirs.length ? { outcome: 'outdated', stored: { version: since.at(-1)!.id!, since: theirs } } : change(tx);
  });
}
