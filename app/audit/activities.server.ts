import type { AppLoadContext } from '@remix-run/node';
import type { EntityManager } from '#db/orm.ts';
import { clientAddress } from '../http/context.server.ts';
import { deviceName } from '../http/device-name.ts';
import type { About, ActivityKind } from './activity.schema.ts';

/** Who does something, and from where. */
export interface Actor {
  /** An e-mail address, or one of those below. */
  who: string;
  /** The client's address; null where there is none. */
  address: string | null;
  /** In words. */
  device?: string;
}

/** What nobody asked for, such as the deletions of the night. */
export const THE_SITE: Actor = { who: 'the site itself', address: null };
export const COMMAND_LINE: Actor = { who: 'command line', address: null };

/** Whoever is behind a request. @param email of the account @param request where the device matters */
export const actorOf = (context: AppLoadContext, email: string, request?: Request): Actor => ({
  who: email,
  address: clientAddress(context),
  device: request && deviceName(request.headers.get('user-agent')),
});

/** A line of the log. */
export interface Line {
  kind: ActivityKind;
  /** A short fact; names enquiries by their references only, and holds nothing that a visitor typed. */
  what: string;
  /** What it was done to, where that has an id. */
  about?: About | undefined;
}

/** The statement that writes a line, to be part of a larger one: every save of staff waits for it. */
export const lineSql = ({ kind, what, about }: Line, by: Actor): { sql: string; values: unknown[] } => ({
  sql: 'insert into activities (kind, who, address, what, noun, noun_id) values (?, ?, ?, ?, ?, ?)',
  values: [kind, by.who, by.address, what, about?.noun ?? null, about?.id ?? null],
});

/** Writes down what was done, for good. @param em of the transaction in which it is done */
export async function recordActivity(
  em: EntityManager,
  kind: ActivityKind,
  by: Actor,
  what: string,
  about?: About,
): Promise<void> {
  const { sql, values } = lineSql({ kind, what, about }, by);
  await em.execute(sql, values, 'run');
}
