import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { clientAddress } from '../http/context.server.ts';
import { deviceName } from '../http/device-name.ts';
import type { About, ActivityKind } from './activity.schema.ts';

export interface Actor {
  /** An email, or one of the names below. */
  who: string;
  /** The client's address; null where there is none. */
  address: string | null;
  device?: string;
}

export const THE_SITE: Actor = { who: 'the site itself', address: null };
export const COMMAND_LINE: Actor = { who: 'command line', address: null };

export const actorOf = (context: AppLoadContext, email: string, request?: Request): Actor => ({
  who: email,
  address: clientAddress(context),
  device: request && deviceName(request.headers.get('user-agent')),
});

export interface Line {
  kind: ActivityKind;
  /** A short fact; it names enquiries by their references only, and holds nothing that a visitor typed. */
  what: string;
  about?: About | undefined;
}

/** Saves of staff make this insert a part of their own statement. */
export const lineSql = ({ kind, what, about }: Line, by: Actor): { sql: string; values: unknown[] } => ({
  sql: 'insert into activities (kind, who, address, what, noun, noun_id) values (?, ?, ?, ?, ?, ?)',
  values: [kind, by.who, by.address, what, about?.noun ?? null, about?.id ?? null],
});

/** @param em of the transaction in which the activity happens */
export async function recordActivity(em: EntityManager, kind: ActivityKind, by: Actor, what: string, about?: About) {
  const { sql, values } = lineSql({ kind, what, about }, by);
  await em.execute(sql, values, 'run');
}

const BATCH = 1000;
const MONTHS = 12; // a trigger of the table keeps younger lines

/** Deletes old lines, except those about an enquiry that still exists: they are its history. @returns how many */
export async function sweepActivities(em: EntityManager): Promise<number> {
  let deleted = 0;
  // SQL: in batches, so that no statement takes long, each from where the last one ended.
  for (let place: unknown[] = ['-infinity', 0]; ;) {
    const [row] = await em.execute<{ at: string | null; id: number; n: number }[]>(
      `with old as materialized (
         select id, at, noun, noun_id from activities
         where (at, id) > (?::timestamptz, ?) and at < now() - make_interval(months => ${MONTHS})
         order by at, id limit ${BATCH}
       ), gone as (
         delete from activities where id in (
           select id from old
           where noun is distinct from 'messages' or not exists (select from messages m where m.id = old.noun_id))
         returning id
       )
       select (select count(*)::int from gone) as n, at::text, id
       from (select at, id from old order by at desc, id desc limit 1) as last`,
      place,
    );
    if (!row) return deleted;
    deleted += row.n;
    place = [row.at, row.id];
  }
}
