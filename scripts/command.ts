import { throwPlainly } from '#db/check-database.ts';
import { holdDatabase, type Connection } from '#db/connection.ts';
import type { App } from '#db/app.ts';
import { openApp } from '#db/open-app.ts';
import { migrate } from '#db/orm.ts';
import { readEnv } from '#app/env.server.ts';
import { log } from '#app/http/log.server.ts';
import { migrateMailQueue } from '#app/mail/mail-jobs.server.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { documentStore } from '#app/storage/store.server.ts';

/** A problem that the user of a command can solve; its message is all that they need. */
export class PlainError extends Error {}

export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

/**
 * Runs a shell command on the migrated database, whether the server runs or not. A failure prints one line and ends with
 * exit code 1.
 * @param work gets a connection with sessions of its own
 */
export async function command(work: (context: { app: App; connection: Connection }) => Promise<void>): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') console.error(message); // with EPIPE the reader, such as head, wants no more
    process.exit(code === 'EPIPE' ? 0 : 1);
  });
  try {
    const env = readEnv(process.env);
    const database = await holdDatabase(env, 'command');
    const { connection, direct } = database;
    const app = await openApp({ env, store: documentStore(env), mailer: mailSender(env) }, connection);
    try {
      await migrate(direct, (pool) => migrateMailQueue(pool, log)).catch(throwPlainly);
      await work({ app, connection: direct });
    } finally {
      await app.orm.close(true);
      await database.release();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
