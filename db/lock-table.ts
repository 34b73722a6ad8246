import type { EntityManager } from './orm.ts';

/**
 * Keeps others from changing rows of a table until the end of the transaction; they read on. SQL: MikroORM locks rows,
 * and no row stands for those that are still to be added.
 * @param table its name, never from a request
 */
export const lockTable = (tx: EntityManager, table: string): Promise<unknown> =>
  tx.execute(`lock table ${table} in share row exclusive mode`);
