import { emailSchema } from '#app/schemas/email.ts';
import { COMMAND_LINE } from '#app/audit/activities.server.ts';
import { erasePerson } from '#app/enquiries/privacy/erase.server.ts';
import { NOTHING_STORED, STILL_SENDING } from '#app/enquiries/privacy/data-subject.ts';
import { exportPerson, isKnown } from '#app/enquiries/privacy/data-subject.server.ts';
import type { App } from '#db/app.ts';
import { forkEntityManager } from '#db/orm.ts';
import { exitOnUsageError, readArguments, UsageError } from './arguments.mjs';
import { command, PlainError } from './command.ts';

const USAGE = `Usage:
  npm run person -- export EMAIL
  npm run person -- erase EMAIL`;

const work = await exitOnUsageError(() => {
  const [verb, address] = readArguments(USAGE, { words: 2 }).positionals;
  const verbs = { export: exportAll, erase }[verb!];
  const email = emailSchema('').safeParse(address);
  if (!verbs || !email.success) throw new UsageError(USAGE);
  return (app: App) => verbs(app, email.data);
});
await command(({ app }) => work(app));

/** Writes only JSON to standard output, which may be redirected into a file. */
async function exportAll(app: App, email: string): Promise<void> {
  const em = forkEntityManager(app);
  if (!(await isKnown(em, email))) return console.error(NOTHING_STORED);
  for await (const part of exportPerson(em, email, COMMAND_LINE)) process.stdout.write(part);
}

async function erase(app: App, email: string): Promise<void> {
  const erased = await erasePerson(forkEntityManager(app), email, COMMAND_LINE);
  if (erased.outcome === 'sending') throw new PlainError(STILL_SENDING);
  if (erased.outcome === 'gone') return console.log(NOTHING_STORED);
  console.log([`Erased ${erased.what}`, erased.references.join(', ')].filter(Boolean).join(': '));
}
