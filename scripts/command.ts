import pino from 'pino';
import { holdDatabase, type Connection } from '#db/connection.ts';
import { closeOrm, migrate, openOrm, useOrm } from '#db/orm.ts';
import { env } from '#app/env.server.ts';
import { log } from '#app/http/log.server.ts';
import { migrateMailQueue } from '#app/mail/mail-queue.server.ts';

/** The log of a command, on standard error: its standard output is for the person at the keyboard. */
export const commandLog = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));

/** Something the person at the keyboard can mend; its message is all they need to see. */
export class PlainError extends Error {}

/**
 * Runs a command of the shell on the database, whether the server runs or not: opens the database, brings it up to
 * date, works, closes. A failure is one plain line and exit code 1.
 * @param work is given a connection with sessions of its own
 */
export async function command(work: (context: { connection: Connection }) => Promise<void>): Promise<void> {
  try {
    const database = await holdDatabase(env(), 'command');
    try {
      const { connection, direct } = database;
      useOrm(await openOrm(connection));
      await migrate(direct, (pool) => migrateMailQueue(pool, log));
      await work({ connection: direct });
    } finally {
      await closeOrm();
      await database.release();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
