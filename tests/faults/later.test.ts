import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { secondsSince } from '../support/process.ts';
import { visitByPassword } from '../support/visitor.ts';
import { waitUntilHealthy } from './load.ts';
import { clockSettings, startBehindProxy, testDatabaseApart } from './scene.ts';

const MANY = 10_000;
const HOUR_MS = 3_600_000;
const database = await testDatabaseApart();
const postmark = forFile(await startFakePostmark());
const start = async (clockShift: number) => {
  const clock = clockSettings(clockShift, 6 * HOUR_MS);
  return forTest(await startBehindProxy({ DATABASE_URL: database.url, ...mailBy(postmark.url), ...clock }));
};

it(`${MANY} fall due while the database is away, one process is killed and clocks jump: each comes back once`, async () => {
  const [ahead, behind] = [await start(3 * HOUR_MS), await start(-3 * HOUR_MS)];
  await database.sql(
    `insert into messages (name, email, subject, message, answered_at, later_until, owner_id)
     select 'Client', 'c@example.com', 'Lift ' || i, 'A lift', now(), now() + interval '12 seconds',
       case when i % 2 = 0 then (select min(id) from owners) end from generate_series(1, $1::int) i`,
    [MANY],
  );
  const one = async <T>(what: string) => (await database.sql<{ of: T }>(`select ${what} as of`))[0]!.of;
  const left = () => one<number>('(select count(*)::int from messages where later_until is not null)');
  process.kill(ahead.pid, 'SIGUSR2'); // moves its clock to 9 h from now
  await sleep(3000);
  expect(await left()).toBe(MANY);
  await database.stop();
  await ahead.stop('SIGKILL');
  await sleep(12_000);
  await database.start();
  const restarted = await start(0);
  await waitUntilHealthy(behind.url);

  const began = performance.now();
  const waits: number[] = [];
  const staff = await visitByPassword(restarted, database.sql, 'admin');
  const look = async () => {
    const since = performance.now();
    expect((await staff.get(paths.admin.messages)).status).toBe(200);
    waits.push(secondsSince(since));
    return left();
  };
  await expect.poll(look, { timeout: 60_000, interval: 50 }).toBe(0);
  const seconds = secondsSince(began);
  expect(seconds).toBeLessThan(60);
  const told = () =>
    postmark.taken.reduce((sum, { Subject }) => sum + Number(/^(\d+) enquiries are back$/.exec(Subject)?.[1] ?? 0), 0);
  await expect.poll(told, { timeout: 60_000 }).toBe(MANY);
  await sleep(16_000); // a second mail would come now
  expect(told()).toBe(MANY);
  const back = "from activities where act = 'back'";
  expect(await one(`(select count(*) || ' of ' || count(distinct noun_id) ${back})`)).toBe(`${MANY} of ${MANY}`);
  expect(await one('(select count(distinct each)::int from returns, unnest(messages) as each)')).toBe(MANY);
  const owned = new Set(postmark.taken.map(({ To }) => To));
  expect(owned).toEqual(new Set(['admin@example.com', 'office@example.com']));
  expect(postmark.taken.length).toBeLessThan(10);
  expect(Math.max(...waits)).toBeLessThan(2);
});
