import { Activity } from '#db/entities/activity.ts';
import type { EntityManager } from '#db/orm.ts';

/** Who does something, and from where. */
export interface Actor {
  /** An e-mail address, or 'command line'. */
  who: string;
  /** The client's address; null where there is none. */
  address: string | null;
}

/**
 * Writes down what was done, for good.
 * @param em of the transaction in which it is done
 * @param what names enquiries by their references only
 */
export async function recordActivity(em: EntityManager, kind: 'erasure', by: Actor, what: string): Promise<void> {
  await em.insert(Activity, { kind, what, ...by });
}
