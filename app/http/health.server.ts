import { forkEntityManager } from '#db/orm.ts';

/** Whether the database answers now (within its time limits). */
export async function isDatabaseReady(): Promise<boolean> {
  try {
    await forkEntityManager().execute('select 1');
    return true;
  } catch {
    return false;
  }
}
