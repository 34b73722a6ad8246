import { createHmac } from 'node:crypto';
import type { EntityManager } from '#db/orm.ts';
import { sessionSecrets } from '../env.server.ts';

/** At most `max` counted events of one key within `seconds`. */
export interface Limit {
  name: string;
  max: number;
  seconds: number;
}

/**
 * The statement that counts one event unless the limit is used up; it returns `allowed`. The times lie in the database,
 * so that all processes share them; a rollback takes the event back, and the row's lock keeps racing events apart.
 * @param who what is counted by, such as an address; only a keyed hash of it is stored
 * @param from a `from` clause that says for which rows an event is counted (none: one event)
 */
export function hitSql({ name, max, seconds }: Limit, who: string, from = ''): { sql: string; values: unknown[] } {
  const sql = `insert into rate_limits as r (key, hits, last_hit_at) select ?, array[now()], now() ${from}
     on conflict (key) do update set hits = (
       select case when count(*) < ? then array_agg(h order by h) || now() else array_agg(h order by h) end
       from unnest(r.hits) h where h > now() - make_interval(secs => ?)), last_hit_at = now()
     returning hits[cardinality(hits)] = now() as allowed`;
  return { sql, values: [keyOf(name, who), max, seconds] };
}

/** Counts one event. @returns whether it was within the limit */
export async function countHit(em: EntityManager, limit: Limit, who: string): Promise<boolean> {
  const { sql, values } = hitSql(limit, who);
  const [row] = await em.execute<{ allowed: boolean }[]>(sql, values);
  return row!.allowed;
}

/** Takes the latest counted event back: it was none of those that the limit is about. */
export async function takeBackHit(em: EntityManager, { name }: Limit, who: string): Promise<void> {
  await em.execute('update rate_limits set hits = trim_array(hits, 1) where key = ? and cardinality(hits) > 0', [
    keyOf(name, who),
  ]);
}

/** Forgets keys without an event in the last day. */
export async function sweepRateLimits(em: EntityManager): Promise<void> {
  await em.execute("delete from rate_limits where last_hit_at < now() - interval '1 day'");
}

const keyOf = (name: string, who: string) =>
  `${name}:${createHmac('sha256', sessionSecrets()[0]!).update(who).digest('hex')}`;
