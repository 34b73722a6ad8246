import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile, forTest } from '../support/for-test.ts';
import { visitByPassword } from '../support/visitor.ts';
import { startBehindProxy } from './scene.ts';

const { url: DATABASE_URL, sql } = await testDatabase();
const postmark = forFile(await startFakePostmark());
const start = async () => forTest(await startBehindProxy({ DATABASE_URL, ...mailBy(postmark.url) }));

it.each([0, 11_000])('kill -9 while replies can be taken back, %d ms alone: each goes out once', async (awayMs) => {
  postmark.taken.length = 0;
  const product = await start();
  const staff = await visitByPassword(product, sql, 'admin');
  const ids = await add(sql, 'messages', 6);
  for (const id of ids) {
    const reply = { intent: 'reply', subject: `Price no. ${id}`, text: 'For 900 $.', version: '0' };
    expect((await staff.post(paths.admin.message(id), { ...reply, formId: randomUUID() })).status).toBe(303);
  }
  const waiting = () => sql("select 1 from replies where state = 'waiting'");
  expect(await waiting()).toHaveLength(ids.length); // all of them can still be taken back
  await product.stop('SIGKILL');
  await sleep(awayMs);
  await start();
  const left = () => sql("select 1 from replies where state = 'waiting' union all select 1 from graphile_worker.jobs");
  await expect.poll(left, { timeout: 90_000, interval: 200 }).toEqual([]);
  const mailed = postmark.taken.map(({ Subject }) => Subject).filter((subject) => subject.startsWith('Price'));
  expect(mailed.sort()).toEqual(ids.map((id) => `Price no. ${id}`).sort());
});
