import { createHmac } from 'node:crypto';
import { findApp, type App } from '#db/app.ts';
import type { EntityManager } from '#db/orm.ts';
import { sessionSecrets } from '../env.server.ts';

export interface Limit {
  name: string;
  max: number;
  seconds: number;
}

/** SQL: whether a hit `h` counts. A later one than those of transactions that run now is of a clock that was ahead. */
export const COUNTS = "h > now() - make_interval(secs => ?) and h < now() + interval '1 minute'";

/**
 * SQL: counts one event for each key whose limit has room; returns `key` and `allowed`. All processes share the times
 * in the database; a rollback takes the events back, and row locks serialise races.
 * @param keys a query for the keys, each once and in order, so that no two such statements deadlock
 */
export function hitEachKeySql({ max, seconds }: Limit, keys: string): { sql: string; values: unknown[] } {
  const sql = `insert into rate_limits as r (key, hits, last_hit_at) select k.key, array[now()], now() from (${keys}) k (key)
     on conflict (key) do update set hits = (
       select case when count(*) < ? then array_agg(h order by h) || now() else array_agg(h order by h) end
       from unnest(r.hits) h where ${COUNTS}), last_hit_at = now()
     returning r.key, hits[cardinality(hits)] = now() as allowed`;
  return { sql, values: [max, seconds] };
}

/** SQL: counts as many events of one key as its limit allows; returns the number as `counted`, or no row for none. */
export function hitOneKeySql({ max, seconds }: Limit, key: string, events: string): { sql: string; values: unknown[] } {
  const sql = `insert into rate_limits as r (key, hits, last_hit_at)
     select ?::text, array_fill(now(), array[least(count(*), ?)::int]), now() from ${events} having count(*) > 0
     on conflict (key) do update set hits = (
       select coalesce(array_agg(h order by h), '{}') || excluded.hits[:greatest(0, ? - count(*)::int)]
       from unnest(r.hits) h where ${COUNTS}), last_hit_at = now()
     returning (select count(*) from unnest(hits) h where h = now()) as counted`;
  return { sql, values: [key, max, max, seconds] };
}

export async function countHit(em: EntityManager, limit: Limit, who: string): Promise<boolean> {
  // SQL: counted and judged in one statement.
  const { sql, values } = hitEachKeySql(limit, 'select ?::text');
  const [row] = await em.execute<{ allowed: boolean }[]>(sql, [limitKey(findApp(em), limit, who), ...values]);
  return row!.allowed;
}

/** Whether the limit has room; counts nothing. */
export async function hasRoom(em: EntityManager, limit: Limit, who: string): Promise<boolean> {
  // SQL: by the database's clock.
  const [row] = await em.execute<{ n: number }[]>(
    `select count(*)::int as n from rate_limits, unnest(hits) h where key = ? and ${COUNTS}`,
    [limitKey(findApp(em), limit, who), limit.seconds],
  );
  return row!.n < limit.max;
}

export async function takeBackHit(em: EntityManager, limit: Limit, who: string): Promise<void> {
  // SQL: changes an array.
  await em.execute('update rate_limits set hits = trim_array(hits, 1) where key = ? and cardinality(hits) > 0', [
    limitKey(findApp(em), limit, who),
  ]);
}

/** SQL: by the database's clock. */
export const sweepRateLimits = (em: EntityManager): Promise<unknown> =>
  em.execute("delete from rate_limits where last_hit_at < now() - interval '1 day'");

/** A keyed hash of the address or account, which is never stored itself. */
export const limitKey = (app: App, { name }: Limit, who: string) =>
  `${name}:${createHmac('sha256', sessionSecrets(app)[0]!).update(who).digest('hex')}`;
