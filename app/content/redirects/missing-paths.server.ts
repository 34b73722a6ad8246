import type { IncomingMessage } from 'node:http';
import { findApp, perApp, type App } from '#db/app.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import { askedUrl, withoutSecrets } from '../../http/access-log.server.ts';
import { MAX_PATH, readFrom } from './redirect.schema.ts';
import { isFound } from './redirects.server.ts';

const MOST_PATHS = 1000;
const DAYS = 90;

/** Misses of each path since the last batch. */
export const findMissed = perApp('missed paths', () => new Map<string, number>());

/** In a flood of unknown paths only the first `MOST_PATHS` are counted until the next batch. */
export function countMissed(app: App, request: IncomingMessage): void {
  const read =
    request.method === 'GET' ? readFrom(withoutSecrets(askedUrl(request).split('?', 1)[0]!), Infinity) : null;
  if (!read || !('value' in read) || read.value.includes('...')) return; // it held a token or an email address
  const missed = findMissed(app);
  const path = read.value.slice(0, MAX_PATH).toWellFormed();
  const hits = missed.get(path);
  if (hits !== undefined || missed.size < MOST_PATHS) missed.set(path, (hits ?? 0) + 1);
}

/** Writes the counts. Of more than 1,000 paths the most missed stay, and of equal ones the latest. */
export async function writeMissingPaths(em: EntityManager): Promise<void> {
  const missed = findMissed(findApp(em));
  if (!missed.size) return;
  const batch = JSON.stringify([...missed].map(([path, hits]) => ({ path, hits })));
  missed.clear();
  await em.transactional(async (tx) => {
    await lockTable(tx, 'missing_paths');
    // SQL: by the database's days; two statements for all paths.
    await tx.execute(
      `insert into missing_paths as m (path, hits) select path, hits from jsonb_to_recordset(?::jsonb) as c(path text, hits int)
       on conflict (path, day) do update set hits = least(m.hits::bigint + excluded.hits, 2000000000)`,
      [batch],
    );
    await tx.execute(
      `delete from missing_paths where day <= current_date - ${DAYS} or path in (
         select path from missing_paths where day > current_date - ${DAYS}
         group by path order by sum(hits) desc, max(day) desc, path offset ${MOST_PATHS})`,
    );
  });
}

export async function listMissing(em: EntityManager): Promise<{ path: string; hits: number }[]> {
  // SQL: summed over the days.
  const rows = await em.execute<{ path: string; hits: number }[]>(
    `select path, sum(hits)::float8 as hits from missing_paths where day > current_date - ${DAYS}
     group by path order by 2 desc, path`,
  );
  return rows.filter(({ path }) => !isFound(findApp(em), path));
}
