import type { EntityManager } from './orm.ts';

/**
 * Keeps others from changing rows of a table until the end of the transaction; they can still read. SQL: MikroORM locks
 * rows, which does not stop new ones.
 * @param table its name, never from a request
 */
export const lockTable = (tx: EntityManager, table: string): Promise<unknown> =>
  tx.execute(`lock table ${table} in share row exclusive mode`);

/** Numbers of PostgreSQL's advisory locks, for work that only one process does at a time. */
export const locks = {
  migration: 7_203_514,
  reminder: 7_203_515,
  lapses: 7_203_516,
  backup: 7_203_517,
  returns: 7_203_518,
};

/** Takes a lock until the end of the transaction. @returns false if another process has it */
export async function tryLock(tx: EntityManager, lock: keyof typeof locks): Promise<boolean> {
  // SQL: MikroORM has no advisory locks.
  const [row] = await tx.execute<{ is: boolean }[]>('select pg_try_advisory_xact_lock(?) as is', [locks[lock]]);
  return row!.is;
}
