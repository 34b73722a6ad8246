import type { EntityManager } from '#db/orm.ts';
import { hitSql } from '../../http/rate-limit.server.ts';
import { localStamp } from '../../time/dates.ts';
import { MORE } from '../inbox/inbox.ts';
import { deleteAndTell } from './sweep-messages.server.ts';

const BATCH = 500;
const NIGHT_HOURS = 2; // a day's deletions come with the first sweep after 2 in the night
const HOUR_MS = 3_600_000;

/** All enquiries, in parts with an index by time each; the trash is small. */
const parts = [
  "folder = 'inbox' and is_read = false",
  "folder = 'inbox' and is_read = true",
  "folder = 'spam'",
  "folder = 'trash'",
];
const OLDER = 'created_at < now() - make_interval(months => ?)';

/** Counts up to `MORE`. */
export async function countOlder(em: EntityManager, months: number): Promise<number> {
  // SQL: each part by its index, up to the limit.
  const found = parts.map(
    (part) => `(select id from messages where ${part} and ${OLDER} order by created_at limit ${MORE})`,
  );
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from (${found.join(' union all ')} limit ${MORE}) as old`,
    parts.map(() => months),
  );
  return row!.n;
}

const nightOf = (now: number) => `retention:${localStamp(new Date(now - NIGHT_HOURS * HOUR_MS)).slice(0, 10)}`;

/**
 * Claims this night's deletion, so that a shorter span set by day deletes by night.
 * @returns whether it was still unclaimed
 */
export async function claimNight(em: EntityManager, now = Date.now()): Promise<boolean> {
  // SQL: one of several processes claims it.
  const { sql, values } = hitSql({ name: 'retention', max: 1, seconds: 48 * 3600 }, 'select ?::text');
  const [hit] = await em.execute<{ allowed: boolean }[]>(sql, [nightOf(now), ...values]);
  return hit!.allowed;
}

/**
 * Deletes enquiries that are older than so many months, once a night, by the first process that asks.
 * @param months null keeps all
 * @returns how many were deleted
 */
export async function deleteOldMessages(em: EntityManager, months: number | null, now = Date.now()): Promise<number> {
  if (months === null || !(await claimNight(em, now))) return 0;
  let deleted = 0;
  try {
    for (const part of parts) deleted += await deletePart(em, part, months);
  } catch (error) {
    await em.execute('delete from rate_limits where key = ?', [nightOf(now)]); // SQL: no entity; the next sweep goes on
    throw error;
  }
  return deleted;
}

async function deletePart(em: EntityManager, part: string, months: number): Promise<number> {
  let deleted = 0;
  for (let last = BATCH; last === BATCH; deleted += last) {
    // SQL: in batches, so that nobody waits long. Locked rows are left for the next night.
    last = await deleteAndTell(
      em,
      `older than ${months} months`,
      `delete from messages where id in (
         select id from messages where ${part} and ${OLDER} order by created_at limit ${BATCH} for update skip locked)
       returning reference`,
      [months],
    );
  }
  return deleted;
}
