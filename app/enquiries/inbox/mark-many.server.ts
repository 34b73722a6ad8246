import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { enquiryTexts } from '../../audit/activity.schema.ts';
import { addRevision } from '../../content/versions/add-revision.server.ts';
import { registerUndo } from '../../content/versions/undo.server.ts';
import { paths } from '../../paths.ts';
import { clientEvents, changesOwner, hidesMessage, type Action } from '../actions.ts';
import { changeWithOwner, NO_OWNER } from '../owners.server.ts';
import { recordMessageActivity } from './change-messages.server.ts';

/** The columns that actions change, with their types. */
const columns = {
  is_read: 'boolean',
  answered_at: 'timestamptz',
  answered_by: 'text',
  folder: 'text',
  trashed_at: 'timestamptz',
  spam_reason: 'text',
  owner_id: 'int',
  later_until: 'timestamptz',
  waits_since: 'timestamptz',
};
const names = Object.keys(columns);
const shape = `(id int, ${Object.entries(columns)
  .map((column) => column.join(' '))
  .join(', ')})`;
const columnList = (of: string) => names.map((name) => `${of}.${name}`).join(', ');

export type States = { id: number }[];

export async function lockStates(tx: EntityManager, ids: readonly number[]): Promise<States> {
  // SQL: locked in one order, so that two transactions do not deadlock, and read as they are stored.
  const [row] = await tx.execute<{ states: States }[]>(
    `select coalesce(jsonb_agg(to_jsonb(s)), '[]') as states from (
       select m.id, ${columnList('m')} from messages m where id = any(?::int[]) order by id for update) as s`,
    [`{${ids.join(',')}}`],
  );
  return row!.states;
}

/** A text of what others or clients did since the page was loaded; null if there is nothing that forbids the action. */
async function findNewer(tx: EntityManager, ids: readonly number[], { act, version }: Marks, by: Actor) {
  if (version === undefined || !(changesOwner(act) || hidesMessage(act))) return null;
  // SQL: a list of ids in one parameter.
  const lines = await tx.execute<{ who: string; what: string }[]>(
    `select who, what from activities where noun = 'messages' and noun_id = any(?::int[]) and id > ? and who <> ?
       and ${changesOwner(act) ? "act <> 'read'" : `act in ('${clientEvents.join("', '")}')`} order by id limit 3`,
    [`{${ids.join(',')}}`, version, by.who],
  );
  return lines.length ? lines.map(({ who, what }) => `${who}: ${what}`).join('. ') : null;
}

export interface Marks {
  act: Action;
  to: number | null;
  /** The last activity that the page knew of. */
  version?: number | undefined;
}

const restored = (name: string): string =>
  `case when m.${name} is not distinct from a.${name} then b.${name} else m.${name} end`;

/**
 * Undoes one change of a message, column by column; columns that have been changed since stay as they are. If the client
 * wrote meanwhile, a message that waited before the change waits again, and its clock never stopped.
 */
export async function restoreState(tx: EntityManager, [before]: States, [after]: States): Promise<void> {
  const waitsSince = `case when coalesce(b.answered_at, ${restored('answered_at')}) is null
    then nullif(least(m.waits_since, coalesce(b.waits_since, m.created_at)), m.created_at)
    else ${restored('waits_since')} end`;
  // SQL: each column needs its type.
  await tx.execute(
    `update messages m set ${names.map((name) => `${name} = ${name === 'waits_since' ? waitsSince : restored(name)}`).join(', ')},
       first_answered_at = nullif(m.first_answered_at, nullif(a.answered_at, b.answered_at))
     from jsonb_to_record(?::jsonb) as b${shape}, jsonb_to_record(?::jsonb) as a${shape} where m.id = b.id`,
    [JSON.stringify(before), JSON.stringify(after)],
  );
}

/**
 * Changes messages and stores their former state for an undo. 'Not spam' cannot be undone, as it releases held mails.
 * @returns how many of the messages exist, with the revision if any was changed; or why none was changed
 */
export function markMany(
  em: EntityManager,
  ids: readonly number[],
  marks: Marks,
  by: Actor,
): Promise<{ found: number; revision?: number } | { why: string }> {
  const { act, to } = marks;
  return em.transactional(async (tx) => {
    const before = await lockStates(tx, ids);
    const newer = await findNewer(tx, ids, marks, by);
    if (newer) return { why: `Somebody else was here first, so nothing was changed. ${newer}.` };
    const found = await changeWithOwner(tx, ids, { act, to }, by);
    if (found === null) return { why: NO_OWNER };
    const after = await lockStates(tx, ids);
    const isChanged = (_: unknown, i: number) => JSON.stringify(before[i]) !== JSON.stringify(after[i]);
    const state = { before: before.filter(isChanged), after: after.filter(isChanged) };
    if (!state.after.length || act === 'not-spam') return { found };
    return { found, revision: await addRevision(tx, { noun: 'messages', itemId: null, act: 'marked', state }, by) };
  });
}

registerUndo('messages', {
  role: 'admin',
  async undo(tx, { state, at }, by) {
    const { before, after } = state as { before: States; after: States };
    const ids = before.map(({ id }) => id);
    await lockStates(tx, ids); // waits for a reply that is being stored, so that the check below sees it
    // SQL: one statement checks and changes. Only messages that nobody has changed since are changed.
    const rows = await tx.execute<{ id: number }[]>(
      `update messages m set (${names.join(', ')}) = (${columnList('b')})
       from jsonb_to_recordset(?::jsonb) as b${shape}, jsonb_to_recordset(?::jsonb) as a${shape}
       where m.id = b.id and a.id = b.id and (${columnList('m')}) is not distinct from (${columnList('a')}) and not exists (
         select from activities s where s.noun = 'messages' and s.noun_id = m.id and s.at > ?::timestamptz) returning m.id`,
      [JSON.stringify(before), JSON.stringify(after), at],
    );
    if (rows.length !== before.length) return null;
    const what = rows.length === 1 ? '1 message' : `${rows.length} messages`;
    await recordMessageActivity(tx, ids, 'undone', by, enquiryTexts.undone);
    return { what: `${what} as before`, back: paths.admin.messages };
  },
});
