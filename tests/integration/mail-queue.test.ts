import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BoundedClient, timeouts } from '#db/bounded-client.ts';
import { MAIL_ATTEMPTS, mailQueueBacklog, migrateMailQueue, queueMailsSql } from '#app/mail/mail-jobs.server.ts';
import { KEPT } from '#app/mail/mail.ts';
import { startMailQueue, type JobResult } from '#app/mail/mail-queue.server.ts';
import { withFastPeriods } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';

const lines: { facts: object; message: string }[] = [];
const say = (facts: object, message: string) => void lines.push({ facts, message });
const log = { debug: () => {}, info: say, warn: say };

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const queueOne = (client: pg.Pool | pg.PoolClient, id: string) =>
  client.query(queueMailsSql('notification', '(select $1::text as id) n'), [id]);

const queues: ReturnType<typeof startMailQueue>[] = [];
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  lines.length = 0;
});
async function start(pool: pg.Pool, handle: (id: string, attempt: number) => Promise<JobResult>) {
  const onGivenUp = vi.fn<(id: string, reason: string) => Promise<void>>().mockResolvedValue();
  const handled = vi.fn(handle);
  const calls = {
    handle: (id: string, attempt: number) => handled(id, attempt),
    onGivenUp: (id: string, reason: string) => onGivenUp(id, reason),
  };
  const queue = await withFastPeriods(() => startMailQueue({ pool, log, ...calls }));
  queues.push(queue);
  return { queue, handle: handled, onGivenUp };
}

describe('the mail queue', async () => {
  const { connection, sql } = await testDatabase();
  const pool = new pg.Pool({ ...connection, ...timeouts, Client: BoundedClient, max: 4 });
  beforeAll(() => migrateMailQueue(pool, log));
  afterEach(() => sql('delete from graphile_worker._private_jobs'));
  afterAll(() => pool.end());

  it('waits e^n seconds after the n-th try: the first retry within 10 s, the last after at least 3 days', async () => {
    const waits = Array.from({ length: MAIL_ATTEMPTS - 1 }, (_, index) => Math.exp(Math.min(index + 1, 10)));
    expect(waits[0]).toBeLessThan(5);
    expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(3 * 86_400);

    const { handle } = await start(pool, async () => ({ retry: 'mail service answered 503 (code 0)' }));
    await queueOne(pool, 'n-1');
    for (const tries of [1, 2]) {
      await expect.poll(() => handle.mock.calls.length, { timeout: 10_000 }).toBe(tries);
      await expect.poll(() => sql('select 1 from graphile_worker.jobs where locked_at is null')).toHaveLength(1);
      const job = await sql.row(
        'select attempts, extract(epoch from run_at - now())::float as wait, last_error from graphile_worker.jobs',
      );
      expect(job).toMatchObject({ attempts: tries, last_error: 'mail service answered 503 (code 0)' });
      expect(job.wait).toBeGreaterThan(waits[tries - 1]! - 2);
      expect(job.wait).toBeLessThanOrEqual(waits[tries - 1]!);
    }
  });

  it('sends mails to staff first, then replies, however many notifications wait', async () => {
    const ids = (kind: 'notification' | 'reply' | 'staff', n: number) =>
      pool.query(queueMailsSql(kind, `(select '${kind}-' || i as id from generate_series(1, ${n}) i) n`));
    await ids('notification', 20);
    await ids('reply', 1);
    await ids('staff', 1);
    const { handle } = await start(pool, async () => 'sent');
    await expect.poll(() => handle.mock.calls.length, { timeout: 10_000 }).toBe(22);
    expect(handle.mock.calls.slice(0, 2).map(([id]) => id)).toEqual(['staff-1', 'reply-1']);
  });

  it('says what was done with each: a mail that is not needed any more, or kept in the outbox, was not sent', async () => {
    await start(pool, async (id) => id as JobResult);
    for (const done of ['sent', 'not needed', KEPT]) await queueOne(pool, done);
    const said = () => lines.map(({ message }) => message).sort();
    await expect.poll(said).toEqual([`notification ${KEPT}`, 'notification not needed', 'notification sent']);
  });

  it('sends a notification at once when its transaction commits, and never when it rolls back', async () => {
    const { handle } = await start(pool, async () => 'sent');
    await sleep(300);
    const client = await pool.connect();
    await client.query('begin');
    await queueOne(client, 'n-lost');
    await client.query('rollback');
    await client.query('begin');
    await queueOne(client, 'n-2');
    await sleep(200);
    expect(handle).not.toHaveBeenCalled();
    await client.query('commit');
    client.release();
    await expect.poll(() => handle.mock.calls, { timeout: 1000 }).toEqual([['n-2', 1]]);
    await expect.poll(() => sql('select 1 from graphile_worker.jobs')).toEqual([]);
  });

  it('counts a notification that is queued twice as one, and drops a parked one, which can be queued again', async () => {
    await Promise.all([queueOne(pool, 'n-3'), queueOne(pool, 'n-3'), queueOne(pool, 'n-3')]);
    expect(await mailQueueBacklog(pool)).toEqual({ waiting: 1, failing: 0, reason: null });
    const { handle, onGivenUp } = await start(pool, async () => ({ park: 'mail service answered 422 (code 300)' }));
    await expect.poll(() => handle.mock.calls.length).toBe(1);
    await expect.poll(() => sql('select 1 from graphile_worker.jobs')).toEqual([]);
    await queueOne(pool, 'n-3');
    await expect.poll(() => handle.mock.calls.map(String)).toEqual(['n-3,1', 'n-3,1']);
    expect(onGivenUp).not.toHaveBeenCalled();
  });

  it('gives up after the last try, says so, and starts again when queued again', async () => {
    await queueOne(pool, 'n-5');
    await sql('update graphile_worker._private_jobs set attempts = $1', [MAIL_ATTEMPTS - 1]);
    const { handle, onGivenUp } = await start(pool, async () => ({ retry: 'mail service took too long' }));
    await expect.poll(() => onGivenUp.mock.calls).toEqual([['n-5', 'mail service took too long']]);
    await expect.poll(() => mailQueueBacklog(pool)).toEqual({ waiting: 0, failing: 0, reason: null });
    expect(handle.mock.calls).toEqual([['n-5', MAIL_ATTEMPTS]]);
    await queueOne(pool, 'n-5');
    await expect.poll(() => handle.mock.calls.at(-1)).toEqual(['n-5', 1]);
  });

  it('gives up what waits without a try that is left, because the last was cut short', async () => {
    const reminder = (age: string) =>
      sql.value<string>(`insert into reminders (created_at) values (now() - interval '${age}') returning id`);
    const [cutShort, tried, justMade] = [await reminder('5 days'), await reminder('5 days'), await reminder('1 hour')];
    const hasJob = async (id: string, tries: number) => {
      await sql(queueMailsSql('reminder', `(select '${id}'::text as id) n`));
      await sql(
        "update graphile_worker._private_jobs set attempts = $1, run_at = now() + interval '1 hour' where key like $2",
        [tries, `%${id}`],
      );
    };
    await hasJob(cutShort, MAIL_ATTEMPTS);
    await hasJob(tried, MAIL_ATTEMPTS - 1);
    const { onGivenUp } = await start(pool, async () => 'sent');
    await expect
      .poll(() => onGivenUp.mock.calls, { timeout: 15_000 })
      .toEqual([[cutShort, 'its last try was cut short']]);
    await sql('delete from reminders where id = any ($1)', [[cutShort, tried, justMade]]);
  });

  it('reads what came in while the mail service is silent', async () => {
    const { handle } = await start(pool, (id) =>
      id === 'n-slow' ? sleep(3000).then(() => 'sent') : Promise.resolve('read'),
    );
    await queueOne(pool, 'n-slow');
    await expect.poll(() => handle.mock.calls.length).toBe(1);
    await sql(queueMailsSql('inbound', "(select 'n-in' as id) n"));
    await expect.poll(() => lines.map(({ message }) => message)).toEqual(['inbound read']);
  });

  it('reads no mail a fourth time after three that ended the process', async () => {
    await sql(queueMailsSql('inbound', "(values ('n-deadly'), ('n-failed'), ('n-new')) n (id)"));
    await sql("update graphile_worker._private_jobs set attempts = 3 where key not like '%new'");
    await sql("update graphile_worker._private_jobs set last_error = 'store away' where key like '%failed'");
    const { handle, onGivenUp } = await start(pool, async () => 'read');
    await expect.poll(() => sql('select 1 from graphile_worker.jobs'), { timeout: 10_000 }).toEqual([]);
    expect(handle.mock.calls.map(String).sort()).toEqual(['n-failed,4', 'n-new,1']);
    expect(onGivenUp.mock.calls).toEqual([['n-deadly', 'the site stopped three times while it read it']]);
  });

  it('reads a mail again after an unexpected error, and logs none of its text', async () => {
    const { handle } = await start(pool, () => Promise.reject(new TypeError('canary visitor@example.com')));
    await sql(queueMailsSql('inbound', "(select 'n-6' as id) n"));
    await expect.poll(() => handle.mock.calls.length).toBe(1);
    await expect
      .poll(() => sql.column('select last_error from graphile_worker.jobs'))
      .toEqual(['unexpected TypeError']);
    expect(JSON.stringify(lines)).not.toContain('canary');
    // The mail service does not affect incoming mail.
    expect(await mailQueueBacklog(pool)).toEqual({ waiting: 0, failing: 0, reason: null });
  });

  it.each([
    ['lets a running job finish', 500, []],
    ['gives back a job that does not finish within 4 seconds', 6000, [{ locked_at: null, attempts: 1 }]],
  ])('when it is stopped, %s', async (_, ms, left) => {
    const { queue, handle } = await start(pool, () => sleep(ms).then(() => 'sent' as const));
    await queueOne(pool, 'n-7');
    await expect.poll(() => handle.mock.calls.length).toBe(1);
    expect(queue.isRunning()).toBe(true);
    const started = Date.now();
    await queue.stop();
    expect(Date.now() - started).toBeLessThan(4200);
    expect(queue.isRunning()).toBe(false);
    expect(await sql('select locked_at, attempts from graphile_worker.jobs')).toEqual(left);
    queues.length = 0;
  });

  it('takes over what a killed process left behind', async () => {
    await queueOne(pool, 'n-9');
    await sql(
      `update graphile_worker._private_jobs set locked_by = 'pool-dead', locked_at = now() - interval '21 seconds', attempts = 1`,
    );
    const { handle } = await start(pool, async () => 'sent');
    await expect.poll(() => handle.mock.calls, { timeout: 14_000 }).toEqual([['n-9', 2]]);
  });
});
