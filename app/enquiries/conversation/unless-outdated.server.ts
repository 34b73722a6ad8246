import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { listSince } from './find-message.server.ts';
import type { SinceThen } from './since-then.tsx';

/**
 * Changes a message, unless others have done something about it since the page at `version` was made.
 * @param version undefined changes it all the same
 */
export function unlessOutdated<Done>(
  em: EntityManager,
  id: number,
  version: number | undefined,
  by: Actor,
  change: (tx: EntityManager) => Promise<Done>,
): Promise<Done | { outcome: 'gone' } | { outcome: 'outdated'; stored: SinceThen }> {
  return em.transactional(async (tx) => {
    // SQL: whoever comes second waits here.
    const [message] = await tx.execute<unknown[]>('select from messages where id = ? for no key update', [id]);
    if (!message) return { outcome: 'gone' };
    const since = version === undefined ? [] : await listSince(tx, id, version);
    const theirs = since.filter(({ who }) => who !== by.who);
    return theirs.length ? { outcome: 'outdated', stored: { version: since.at(-1)!.id!, since: theirs } } : change(tx);
  });
}
