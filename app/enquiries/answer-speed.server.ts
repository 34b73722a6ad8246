import { findApp, perApp, type App } from '#db/app.ts';
import { announceChange } from '#db/cached-snapshot.ts';
import type { EntityManager } from '#db/orm.ts';
import { hoursText } from './reminders/answer-clock.ts';
import { readSettings } from '#db/settings.ts';

export type AnswerSpeed = Awaited<ReturnType<typeof readAnswerSpeed>>;

/**
 * Counts enquiries that came into the inbox in the last 90 days. `halfMs` is the median time to the first answer, in
 * milliseconds; null while half of them wait.
 */
export async function readAnswerSpeed(em: EntityManager) {
  // SQL: one pass by the index that begins with `is_read`. An enquiry that waits counts as never answered.
  const [row] = await em.execute<[{ came: number; inADay: number; half: number | null }]>(
    `select count(*)::int as came, count(*) filter (where took <= 86400)::int as "inADay",
       percentile_disc(0.5) within group (order by coalesce(took, 'infinity')) as half
     from (select extract(epoch from coalesce(first_answered_at, answered_at) - created_at)::float8 as took from messages
       where folder = 'inbox' and is_read in (true, false) and created_at > now() - interval '90 days') as recent`,
  );
  const { half, ...counts } = row;
  return { ...counts, halfMs: half === null || half === Infinity ? null : half * 1000 };
}

const PUBLIC_FROM = 20; // enquiries: fewer do not say much

const findPublic = perApp('answer speed in public', () => ({ text: null as string | null }));

export const publicAnswerSpeed = (app: App): string | null => findPublic(app).text;

/** Reads the speed again, and has public pages rendered again when its text has changed. */
export async function updateAnswerSpeed(em: EntityManager): Promise<void> {
  const app = findApp(em);
  const published = findPublic(app);
  const speed = (await readSettings(em)).saySpeed ? await readAnswerSpeed(em) : null;
  const isSaid = speed?.halfMs != null && speed.came >= PUBLIC_FROM;
  const text = isSaid ? `Half of our enquiries are answered within ${hoursText(speed.halfMs!)}` : null;
  if (text === published.text) return;
  published.text = text;
  announceChange(app);
}
