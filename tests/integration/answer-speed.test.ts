import { beforeEach, expect, it } from 'vitest';
import { updateAnswerSpeed, publicAnswerSpeed, readAnswerSpeed } from '#app/enquiries/answer-speed.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { withFastPeriods, startApp } from '../support/app.ts';
import { add, ago, DAY_MS, emptyTables, HOUR_MS } from '../support/content.ts';
import { forFile } from '../support/for-test.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { visitAs } from '../support/visitor.ts';

const { site, sql, url: DATABASE_URL, app } = await testSiteAndApp();
const second = forFile(await withFastPeriods(() => startApp({ DATABASE_URL })));
const admin = await visitAs(site, sql, 'admin');
beforeEach(async () => {
  await emptyTables(sql, 'messages');
  await sql('truncate settings; insert into settings default values');
  await updateAnswerSpeed(forkEntityManager(app));
});

/** Enquiries of `days` ago with the hours to their first answers; null for waiting ones. */
const came = (days: number, hours: (number | null)[], fields: object = {}) =>
  add(
    sql,
    'messages',
    hours.map((after, n) => ({
      created_at: ago(days * DAY_MS),
      answered_at: after === null ? null : ago(days * DAY_MS - after * HOUR_MS),
      is_read: n % 2 === 0,
      ...fields,
    })),
  );
const read = () => readAnswerSpeed(forkEntityManager(app));
const said = async () => {
  await updateAnswerSpeed(forkEntityManager(app));
  return publicAnswerSpeed(app);
};

it('is the time within which half of all enquiries of 90 days were first answered, waiting ones included', async () => {
  expect(await read()).toEqual({ came: 0, inADay: 0, halfMs: null });
  await came(5, [1, 2, 3, 30]);
  await came(91, [0.1, 0.1, 0.1]);
  await came(5, [0.1, 0.1], { folder: 'spam' });
  expect(await read()).toEqual({ came: 4, inADay: 3, halfMs: 2 * HOUR_MS });
  // An enquiry that waits again has been answered once.
  await came(5, [null], { first_answered_at: ago(5 * DAY_MS - 4 * HOUR_MS) });
  expect(await read()).toEqual({ came: 5, inADay: 4, halfMs: 3 * HOUR_MS });
  await came(5, Array<number | null>(6).fill(null));
  expect(await read()).toEqual({ came: 11, inADay: 4, halfMs: null });
});

it('stands on the dashboard', async () => {
  const dashboard = async () => (await admin.get(paths.admin.dashboard)).text();
  await came(5, [null]);
  expect(await dashboard()).toContain('In the last 90 days 1 enquiry came. It has no answer yet.');
  await sql(`update messages set answered_at = created_at + interval '1 hour'`);
  expect(await dashboard()).toContain('1 enquiry came. It was answered within 1 hour.');
  await came(5, [null, null]);
  expect(await dashboard()).toContain('3 enquiries came. Most have no answer yet; 1 was answered within 24 hours.');
  await came(5, [2.5, 30]);
  expect(await dashboard()).toContain('5 enquiries came. Half were answered within 30 hours, 2 within 24 hours.');
  await came(5, Array<number | null>(4995).fill(1));
  expect(await dashboard()).toContain('5,000 enquiries came. Half were answered within 1 hour');
  await came(5, [1]);
  expect(await dashboard()).toContain('5,000 enquiries came'); // kept for a minute
});

it('is public while the setting is on and there were 20 enquiries, and always current', async () => {
  await came(5, Array<number | null>(19).fill(2.5));
  await sql('update settings set say_speed = true');
  expect(await said()).toBe(null);
  await came(5, [2.5]);
  expect(await said()).toBe('Half of our enquiries are answered within 3 hours');
  await came(5, Array<number | null>(21).fill(0.4));
  expect(await said()).toBe('Half of our enquiries are answered within 1 hour');
  await sql('update messages set answered_at = null, is_read = true');
  expect(await said()).toBe(null);
  await sql(`update messages set answered_at = created_at + interval '49 hours'`);
  expect(await said()).toBe('Half of our enquiries are answered within 3 days');
  await sql('update settings set say_speed = false');
  expect(await said()).toBe(null);
});

it('stands on the contact page as soon as somebody has said so', async () => {
  await came(5, Array<number | null>(20).fill(2.5));
  const isSaid = async () => (await (await fetch(site.url + paths.contact)).text()).includes('answered within 3 hours');
  expect(await isSaid()).toBe(false);
  const form = { retentionMonths: '', version: '1', saySpeed: 'on' };
  expect((await admin.post(paths.admin.settings, form)).status).toBe(303);
  expect(await isSaid()).toBe(true);
  expect((await admin.post(paths.admin.settings, { ...form, saySpeed: '', version: '2' })).status).toBe(303);
  expect(await isSaid()).toBe(false);
});

it('stays true by itself, in a second process as well', async () => {
  await sql('update settings set say_speed = true');
  for (const [words, hours] of Object.entries({ 'within 3 hours': 2.5, 'within 1 hour': 0.4 })) {
    await came(5, Array<number | null>(21).fill(hours));
    await expect.poll(async () => (await fetch(second.url + paths.contact)).text()).toContain(`answered ${words}`);
  }
});
