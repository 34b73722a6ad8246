// npm run maintenance -- …: the maintenance switch from the shell. Running servers and their open pages follow.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { COMMAND_LINE } from '#app/activity/activities.server.ts';
import { env } from '#app/env.server.ts';
import { maintenanceMessageSchema } from '#app/maintenance/maintenance.schema.ts';
import { readSiteStatus, setMaintenanceMessage, setMaintenanceMode } from '#app/maintenance/site-status.server.ts';
import { DEFAULT_MAINTENANCE_MESSAGE } from '#app/maintenance/site-status.ts';
import { documentStore } from '#app/storage/store.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { seedIfEmpty } from '#db/starting-content/seed.ts';
import { command, PlainError } from './command.ts';

const USAGE = `Usage:
  npm run maintenance -- on [--message TEXT]
  npm run maintenance -- off
  npm run maintenance -- status`;

const { verb, message } = readArguments();
await command(async () => {
  const em = forkEntityManager();
  if (verb !== 'status') {
    // The status row is part of the starting content: alone it would make a new database look used.
    const store = documentStore(env());
    await seedIfEmpty(forkEntityManager(), path.resolve('db/starting-content/documents'), (key, bytes) =>
      store.put(key, bytes),
    );
    if (message !== undefined) await setMaintenanceMessage(em, message, COMMAND_LINE); // first, so that no visitor sees the old one
    await setMaintenanceMode(em, verb === 'on', COMMAND_LINE);
  }
  const status = await readSiteStatus(forkEntityManager());
  console.log(`Maintenance mode is ${status.maintenanceMode ? 'on' : 'off'}.`);
  console.log(`Message: ${status.message || DEFAULT_MAINTENANCE_MESSAGE}`);
});

function readArguments(): { verb: string; message?: string } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { message: { type: 'string' } } });
    const [named = '', ...rest] = positionals;
    if (!['on', 'off', 'status'].includes(named) || rest.length) throw new PlainError(USAGE);
    if (values.message === undefined) return { verb: named };
    if (named !== 'on') throw new PlainError(USAGE);
    const parsed = maintenanceMessageSchema.safeParse(values.message);
    if (!parsed.success) throw new PlainError(parsed.error.issues[0]!.message);
    return { verb: named, message: parsed.data };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
