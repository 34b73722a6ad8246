import { Account } from '#db/entities/account.ts';
import type { EntityManager } from '#db/orm.ts';
import { listResources, type Versioned } from '../../content/versions/versioned.server.ts';
import { writeCursor, type Cursor } from '../../enquiries/inbox/inbox.ts';
import { paths } from '../../paths.ts';
import { localDay, localTime, typedDays } from '../../time/dates.ts';
import { activityKinds } from '../../audit/activity.schema.ts';
import { COMMAND_LINE, THE_SITE } from '../../audit/activities.server.ts';
import { readText } from '../../forms/typing/typed-values.ts';
import { EMAIL_MAX } from '../../schemas/limits.ts';

export const kindLabels = (): Record<string, string> => ({
  ...activityKinds,
  ...Object.fromEntries(listResources().map(({ noun, label }) => [noun, label])),
});

const filterNames = ['who', 'kind', 'from', 'to'] as const;
export type Filter = Partial<Record<(typeof filterNames)[number], string>>;

export function filterOf(query: URLSearchParams): Filter {
  const typed = filterNames.map((name) => [name, readText(query, name).slice(0, EMAIL_MAX)]);
  return Object.fromEntries(typed.filter(([, value]) => value)) as Filter;
}

type Condition = [sql: string, values: unknown[]];

export function wantedBy({ who, kind, from, to }: Filter): { conditions: Condition[]; errors: Filter } {
  const { since, until, errors } = typedDays(from, to);
  const isKind = !kind || Object.hasOwn(kindLabels(), kind);
  const conditions: Condition[] = [];
  if (who) conditions.push(['who = ?', [who.toLowerCase()]]);
  if (kind) conditions.push(['kind = ?', [kind]]);
  if (since) conditions.push(['at >= ?::timestamptz', [since]]);
  if (until) conditions.push(['at < ?::timestamptz', [until]]);
  return { conditions, errors: { ...errors, ...(isKind ? {} : { kind: 'Please choose from the list' }) } };
}

export const PAGE_SIZE = 50;

export interface ActivityLine {
  id: number;
  /** An ISO instant. */
  at: string;
  day: string;
  time: string;
  kind: string;
  who: string;
  what: string;
  address: string | null;
  /** The page of what was changed; null if that is gone. */
  link: string | null;
}

type Row = Omit<ActivityLine, 'at' | 'day' | 'time' | 'link'> & { ms: number; noun: string | null; nounId: number };

/** The newest first. Without a cursor the first page. */
export async function listActivities(
  em: EntityManager,
  wanted: Condition[],
  cursor: Cursor | null,
): Promise<{ lines: ActivityLine[]; newer: string | null; older: string | null }> {
  const isBack = cursor?.direction === 'after';
  const place: Condition[] = cursor
    ? [[`(at, id) ${isBack ? '>' : '<'} (?::timestamptz, ?)`, [new Date(cursor.ms).toISOString(), cursor.id]]]
    : [];
  const conditions = [...wanted, ...place];
  const order = isBack ? 'asc' : 'desc';
  // SQL: each set of filters has an index in this order, for the comparison of pairs.
  const found = await em.execute<Row[]>(
    `select id, kind, who, what, address, noun, noun_id as "nounId", (extract(epoch from at) * 1000)::float8 as ms
     from activities where ${conditions.map(([sql]) => sql).join(' and ') || 'true'}
     order by at ${order}, id ${order} limit ${PAGE_SIZE + 1}`,
    conditions.flatMap(([, values]) => values),
  );
  const hasMore = found.length > PAGE_SIZE;
  if (cursor && (isBack ? !hasMore : !found.length)) return listActivities(em, wanted, null);
  const rows = found.slice(0, PAGE_SIZE);
  if (isBack) rows.reverse();
  const links = await linksOf(em, rows);
  const cursorAt = (direction: Cursor['direction'], { ms, id }: Row) => writeCursor({ direction, ms, id });
  return {
    lines: rows.map(({ ms, noun, nounId, ...row }) => {
      const at = new Date(ms);
      const link = links.get(`${noun} ${nounId}`) ?? null;
      return { ...row, at: at.toISOString(), day: localDay(at), time: localTime(at), link };
    }),
    newer: cursor ? cursorAt('after', rows[0]!) : null,
    older: isBack || hasMore ? cursorAt('before', rows.at(-1)!) : null,
  };
}

export type ChangedLine = Pick<ActivityLine, 'id' | 'at' | 'day' | 'time' | 'who' | 'what' | 'link'>;

/** For editors; without addresses, which are for admins. */
export async function listChangedLately(em: EntityManager): Promise<ChangedLine[]> {
  const nouns = `{${String(listResources().map(({ noun }) => noun))}}`;
  const { lines } = await listActivities(em, [['kind = any(?::text[])', [nouns]]], null);
  return lines.slice(0, 5).map(({ id, at, day, time, who, what, link }) => ({ id, at, day, time, who, what, link }));
}

async function linksOf(em: EntityManager, rows: Row[]): Promise<Map<string, string>> {
  const places: Record<string, Pick<Versioned, 'table' | 'edit' | 'group'>> = {
    messages: { table: 'messages', edit: paths.admin.message },
    settings: { table: 'settings', edit: () => paths.admin.settings },
    staff: { table: 'accounts', edit: paths.admin.changeRole },
    maintenance: { table: 'site_status', edit: () => paths.admin.maintenance },
    ...Object.fromEntries(listResources().map((kind) => [kind.noun, kind])),
  };
  const asked = Object.entries(places).flatMap(([noun, place]) => {
    const ids = new Set(rows.filter((row) => row.noun === noun).map(({ nounId }) => nounId));
    return ids.size ? [{ noun, place, ids: `{${[...ids].join(',')}}` }] : [];
  });
  if (!asked.length) return new Map();
  // SQL: one query for all kinds.
  const found = await em.execute<{ noun: string; id: number; group: string }[]>(
    asked
      .map(
        ({ place: { table, group } }) =>
          `select ?::text as noun, id, ${group ?? "''"} as "group" from ${table} where id = any(?::int[])`,
      )
      .join(' union all '),
    asked.flatMap(({ noun, ids }) => [noun, ids]),
  );
  return new Map(found.map(({ noun, id, group }) => [`${noun} ${id}`, places[noun]!.edit(id, group)]));
}

const OFFERED_MAX = 200;

export async function listActors(em: EntityManager): Promise<string[]> {
  const accounts = await em.find(Account, {}, { fields: ['email'], orderBy: { email: 'asc' }, limit: OFFERED_MAX });
  return [...accounts.map(({ email }) => email), COMMAND_LINE.who, THE_SITE.who];
}
