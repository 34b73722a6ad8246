import type { EntityManager } from './orm.ts';

/**
 * Keeps others from changing rows of a table until the end of the transaction; they read on. SQL: MikroORM locks rows,
 * and no row stands for those that are still to be added.
 * @param table its name, never from a request
 */
export const lockTable = (tx: EntityManager, table: string): Promise<unknown> =>
  tx.execute(`lock table ${table} in share row exclusive mode`);

/** Takes a lock of one process among several until the end of the transaction. @returns false if another has it */
export async function tryLock(tx: EntityManager, lock: number): Promise<boolean> {
  // SQL: MikroORM has no advisory locks.
  const [row] = await tx.execute<{ is: boolean }[]>('select pg_try_advisory_xact_lock(?) as is', [lock]);
  return row!.is;
}
