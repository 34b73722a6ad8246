import { holdDatabase, type Connection } from '#db/connection.ts';
import type { App } from '#db/app.ts';
import { openApp } from '#db/open-app.ts';
import { migrate } from '#db/orm.ts';
import { readEnv } from '#app/env.server.ts';
import { log } from '#app/http/log.server.ts';
import { migrateMailQueue } from '#app/mail/mail-jobs.server.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { documentStore } from '#app/storage/store.server.ts';

/** Something the person at the keyboard can mend; its message is all they need to see. */
export class PlainError extends Error {}

/**
 * Runs a command of the shell on the database, whether the server runs or not: opens the database, brings it up to
 * date, works, closes. A failure is one plain line and exit code 1.
 * @param work is given a connection with sessions of its own
 */
export async function command(work: (context: { app: App; connection: Connection }) => Promise<void>): Promise<void> {
  process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'EPIPE') console.error(message); // otherwise its reader, such as head, wants no more
    process.exit(code === 'EPIPE' ? 0 : 1);
  });
  try {
    const env = readEnv(process.env);
    const database = await holdDatabase(env, 'command');
    const { connection, direct } = database;
    const app = await openApp({ env, store: documentStore(env), mailer: mailSender(env) }, connection);
    try {
      await migrate(direct, (pool) => migrateMailQueue(pool, log));
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
