import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { readEnv } from '#app/env.server.ts';
import { migrateMailQueue, queueMailsSql } from '#app/mail/mail-jobs.server.ts';
import { startMailQueue, type JobResult } from '#app/mail/mail-queue.server.ts';
import { mailSender } from '#app/mail/sender.server.ts';
import { withFastPeriods } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { forTest } from '../support/for-test.ts';
import { startSmtpServer } from '../support/smtp-server.ts';

const { connection, sql } = await testDatabase();
const pools = [1, 2].map(() => new pg.Pool({ ...connection, max: 4 }));
afterAll(() => Promise.all(pools.map((pool) => pool.end())));

it('a mail whose server scans it for 25 s goes out once, though two processes send', async () => {
  const { url: SMTP_URL, taken } = forTest(await startSmtpServer({ scanMs: 25_000 }));
  const { send } = mailSender(readEnv({ SMTP_URL, MAIL_FROM: 'site@example.com', MAIL_TO: 'office@example.com' }));
  const mail = { subject: 'Re: lift', replyTo: null, text: 'Yes.', html: 'Yes.', date: new Date() };
  const handle = async (id: string): Promise<JobResult> => {
    const sent = await send({ ...mail, id });
    return sent.outcome === 'sent' ? 'sent' : { retry: sent.reason };
  };
  const log = { debug: () => {}, info: () => {}, warn: () => {} };
  await migrateMailQueue(pools[0]!, log);
  // The queue looks for abandoned jobs every moment.
  for (const pool of pools)
    forTest(await withFastPeriods(() => startMailQueue({ pool, log, handle, onGivenUp: async () => {} })));
  await sql(queueMailsSql('office', "(select 'one' as id) as mail"));
  await expect.poll(() => sql('select 1 from graphile_worker.jobs'), { timeout: 45_000 }).toEqual([]);
  expect(taken).toHaveLength(1);
});
