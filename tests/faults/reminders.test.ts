import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { remindOfWaiting } from '#app/enquiries/reminders/reminders.server.ts';
import { forkEntityManager } from '#db/orm.ts';
import { add, ago, HOUR_MS } from '../support/content.ts';
import { testDatabase } from '../support/database.ts';
import { mailBy, startFakePostmark } from '../support/fake-postmark.ts';
import { forFile } from '../support/for-test.ts';
import type { Product } from '../support/product.ts';
import { openTestApp } from '../support/test-app.ts';
import { visitByPassword } from '../support/visitor.ts';
import { newEnquiry, send } from './load.ts';
import { clockSettings, startBehindProxy } from './scene.ts';

// Enquiries wait while mail, a process or a clock fails.
const { connection, url: DATABASE_URL, sql } = await testDatabase();
const app = await openTestApp(connection);
const postmark = forFile(await startFakePostmark());
const both = await Promise.all(
  [3 * HOUR_MS, -3 * HOUR_MS].map((shift) =>
    startBehindProxy({ DATABASE_URL, ...mailBy(postmark.url), ...clockSettings(shift) }),
  ),
);
both.forEach(forFile);

const waits = (hours: number, subject: string) => add(sql, 'messages', [{ created_at: ago(hours * HOUR_MS), subject }]);
const taken = () => postmark.taken.filter(({ Subject }) => /wait(ed)? for an answer/.test(Subject));

it('clocks of two processes are 3 h ahead and 3 h behind: enquiries are no spam, reminders come by the database', async () => {
  const served = async ({ url }: Product) =>
    /name="formId"[^>]*value="([^"]+)"/.exec(await (await fetch(url + paths.contactForm)).text())![1]!;
  const forms = await Promise.all(both.map(served));
  const at = (n: number) => (n ? 'behind' : 'ahead');
  const taking = async ({ url }: Product, subject: string, formId: string) =>
    expect((await send(url, { ...newEnquiry(), subject, formId })).status).toBe(303);
  for (const [n, product] of both.entries()) await taking(product, `at once, ${at(n)}`, forms[n]!);
  await sleep(2100);
  for (const [n, product] of both.entries())
    for (const [m, form] of forms.entries())
      await taking(product, `from ${at(m)} to ${at(n)}`, form.replace(/.$/, String(n)));
  const stored = await sql<{ subject: string; folder: string }>('select subject, folder from messages');
  const folders = Object.fromEntries(stored.map(({ subject, folder }) => [subject, folder]));
  expect(folders).toEqual({
    'at once, ahead': 'spam',
    'at once, behind': 'spam',
    'from ahead to ahead': 'inbox',
    'from behind to ahead': 'inbox',
    'from ahead to behind': 'inbox',
    'from behind to behind': 'inbox',
  });

  const clocks: string[] = [];
  for (const product of both) {
    const staff = await visitByPassword(product, sql, 'admin'); // sessions follow the database's clock
    const page = await (await staff.get(paths.admin.messages)).text();
    clocks.push(/Answer due in \d+ h|Overdue by \d+ h/.exec(page)![0]);
  }
  await waits(19.9, 'Not yet due');
  expect(await remindOfWaiting(forkEntityManager(app))).toBe(false);
  await waits(20.1, 'Due');
  await expect.poll(() => taken().length, { timeout: 40_000 }).toBe(1);
  expect(clocks).toEqual(['Answer due in 24 h', 'Answer due in 24 h']);
  expect(taken()[0]!.Subject).toMatch(/the oldest for 20 h$/);
});
