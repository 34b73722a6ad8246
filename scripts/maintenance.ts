import path from 'node:path';
import { COMMAND_LINE } from '#app/audit/activities.server.ts';
import { setMaintenanceMessage, setMaintenanceMode, setWindow } from '#app/maintenance/change-status.server.ts';
import type { WindowProblem } from '#app/maintenance/change-status.server.ts';
import { readSiteStatus } from '#app/maintenance/site-status.server.ts';
import { DEFAULT_MAINTENANCE_MESSAGE } from '#app/maintenance/site-status.ts';
import { localDateTime } from '#app/time/dates.ts';
import { findApp } from '#db/app.ts';
import { databaseNow, readDatabaseClock } from '#db/database-clock.ts';
import { forkEntityManager, type EntityManager } from '#db/orm.ts';
import { seedIfEmpty } from '#db/starting-content/seed.ts';
import { exitOnUsageError } from './arguments.mjs';
import { command, PlainError } from './command.ts';
import { readOrder, type Order } from './maintenance-arguments.ts';

const problems: Record<WindowProblem, string> = {
  'ends-first': 'The end must be after the start.',
  'has-ended': 'The end is in the past.',
  'is-on': 'Maintenance is on already: leave --from out, or switch it off first.',
  empty: 'Give a start, an end or both.',
};

const at = (iso: string) => localDateTime(new Date(iso));

const order = await exitOnUsageError(readOrder);
await command(async ({ app }) => {
  const em = forkEntityManager(app);
  const before = (await readSiteStatus(em)).planned;
  if (order.verb !== 'status') {
    // The status row is starting content: alone it would make a new database look used.
    await seedIfEmpty(forkEntityManager(app), path.resolve('db/starting-content/documents'), (key, bytes) =>
      app.store.put(key, bytes),
    );
    await carryOut(em, order);
  }
  const { status, planned } = await readSiteStatus(forkEntityManager(app));
  console.log(`Maintenance mode is ${status.maintenanceMode ? 'on' : 'off'}.`);
  if (before && before.startsAt !== planned?.startsAt)
    console.log(`The maintenance that was planned from ${at(before.startsAt)} on is dropped.`);
  if (planned) console.log(`Begins: ${at(planned.startsAt)}`);
  const end = status.until ?? planned?.endsAt;
  if (end) console.log(`Ends: ${at(end)}`);
  console.log(`Message: ${status.message || DEFAULT_MAINTENANCE_MESSAGE}`);
});

/** Changes everything in one transaction, so that no visitor sees the old message. */
async function carryOut(em: EntityManager, { verb, message, from, until, lasts }: Order): Promise<void> {
  await readDatabaseClock(em);
  const endsAt = lasts === null ? until : (from ?? databaseNow(findApp(em))) + lasts;
  await em.transactional(async (tx) => {
    if (message !== undefined) await setMaintenanceMessage(tx, message, COMMAND_LINE);
    if (from === null && endsAt === null) return void (await setMaintenanceMode(tx, verb === 'on', COMMAND_LINE));
    const set = await setWindow(tx, { startsAt: from, endsAt }, COMMAND_LINE);
    if (set.outcome === 'invalid') throw new PlainError(problems[set.problem]);
  });
}
