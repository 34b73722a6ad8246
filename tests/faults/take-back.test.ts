import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#app/paths.ts';
import { afterAll, expect, it } from 'vitest';
import { add } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { startFakePostmark } from '../support/fake-postmark.ts';
import { freePort, type Product } from '../support/product.ts';
import { visitByPassword } from '../support/visitor.ts';
import { mailBy, startBehindProxy } from './scene.ts';

const REPLIES = 6;
const { url: DATABASE_URL, sql } = await testDatabase();
const postmark = await startFakePostmark();
let product: Product;
afterAll(async () => {
  await product?.stop();
  await postmark.stop();
});

it('kill -9 while replies can be taken back: each goes out once, or comes back and never does', async () => {
  const env = { PORT: String(await freePort()), DATABASE_URL, ...mailBy(postmark.url) };
  product = await startBehindProxy(env);
  const staff = await visitByPassword(product, sql, 'admin');
  const ids = await add(sql, 'messages', 2 * REPLIES);
  const post = async (id: number, fields: Record<string, string>) =>
    (await staff.post(paths.admin.message(id), fields)).status;
  const waiting = () => sql<{ id: string }>("select id from replies where state = 'waiting' order by created_at");
  const sendThenKill = async (some: number[]) => {
    for (const id of some) {
      const reply = { intent: 'reply', subject: `Price no. ${id}`, text: 'For 900 $.', version: '0' };
      expect(await post(id, { ...reply, formId: randomUUID() })).toBe(303);
    }
    expect(await waiting()).toHaveLength(REPLIES); // all of them can still be taken back
    await product.stop('SIGKILL');
  };
  const settled = () => expect.poll(waiting, { timeout: 90_000, interval: 200 }).toEqual([]);

  await sendThenKill(ids.slice(0, REPLIES));
  const [first] = await waiting();
  product = await startBehindProxy(env);
  const isBack = (await post(ids[0]!, { intent: 'take-back', reply: first!.id })) === 200; // a slow start takes longer than that
  await settled();
  await sendThenKill(ids.slice(REPLIES));
  await sleep(11_000); // their time is over before anybody is there again
  product = await startBehindProxy(env);
  await settled();

  const mailed = postmark.taken.map(({ Subject }) => Subject).filter((subject) => subject.startsWith('Price'));
  const expected = ids.slice(isBack ? 1 : 0).map((id) => `Price no. ${id}`);
  expect(mailed.sort()).toEqual(expected.sort());
}, 240_000);
