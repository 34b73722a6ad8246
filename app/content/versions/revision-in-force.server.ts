import { Revision } from '#db/entities/history.ts';
import type { EntityManager } from '#db/orm.ts';

/**
 * The revision in force: the newest, or the one that it has put in force again.
 * @param itemId null for the order of a resource
 * @returns null where nothing was changed yet
 */
export async function revisionInForce(
  em: EntityManager,
  noun: string,
  itemId: number | null,
): Promise<Revision | null> {
  const newest = await em.findOne(Revision, { noun, itemId }, { orderBy: { id: 'desc' } });
  return newest?.returnsTo ? em.findOne(Revision, { id: newest.returnsTo }) : newest;
}
