import pg from 'pg';
import type { App } from '#db/app.ts';
import { BoundedClient, timeouts } from '#db/bounded-client.ts';
import { mailQueueBacklog, type MailKind } from '../mail/mail-jobs.server.ts';
import { startMailQueue } from '../mail/mail-queue.server.ts';
import type { Area } from './area.ts';
import { findMailQueue } from './health.server.ts';
import { log } from './log.server.ts';

/** @returns a function that stops it */
export function sendQueuedMails(app: App, connection: pg.ClientConfig, areas: Area[]): () => Promise<void> {
  const mails = Object.assign({}, ...areas.map((area) => area.mails)) as Required<NonNullable<Area['mails']>>;
  const pool = new pg.Pool({ ...connection, ...timeouts, Client: BoundedClient, max: 4 });
  const known = findMailQueue(app);
  const queue = startMailQueue({
    pool,
    log,
    async handle(id, attempt, kind: MailKind, only) {
      const result = await mails[kind].send(app, id, attempt, only);
      if (typeof result === 'object' && 'park' in result) known.undelivered++;
      return result;
    },
    onGivenUp(id, reason, kind: MailKind) {
      known.undelivered++;
      return mails[kind].giveUp(app, id, reason);
    },
  });
  known.read = async () => ({ isRunning: queue.isRunning(), ...(await mailQueueBacklog(pool)) });
  return async () => {
    await queue.stop();
    await pool.end();
  };
}
