import { beforeEach, describe, expect, it } from 'vitest';
import { deleteOldMessages } from '#app/enquiries/privacy/retention.server.ts';
import { paths } from '#app/paths.ts';
import { forkEntityManager } from '#db/orm.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { add, ago, DAY_MS, emptyTables } from '../support/content.ts';
import { setMaintenance, siteOn } from '../support/database.ts';
import { testSiteAndApp } from '../support/test-app.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { asker, cookieOf, send, visitAs } from '../support/visitor.ts';

const { site, url, sql, app } = await testSiteAndApp();
const second = await siteOn(url);
const [admin, other] = [await visitAs(site, sql, 'admin'), await visitAs(second, sql, 'admin')];

const { settings } = paths.admin;
const stored = () => sql.row('select acknowledgement, retention_months, version from settings');
const form = (fields: Record<string, string> = {}) =>
  new URLSearchParams({ retentionMonths: '', version: '1', ...fields });
/** Answered enquiries: a reminder that is being made would delay the deletion of a waiting one until the next night. */
const old = (days: number, count = 1) =>
  add(sql, 'messages', count, () => ({ created_at: ago(days * DAY_MS), answered_at: ago(0) }));
const isChosen = (page: string, value: string) => new RegExp(`<option[^>]*value="${value}"[^>]*selected`).test(page);

beforeEach(async () => {
  await emptyTables(sql, 'messages');
  await sql('delete from rate_limits');
  await sql('truncate settings');
  await sql('insert into settings default values');
});

it('are one row from the start, and there can be no other', async () => {
  expect(await stored()).toEqual({ acknowledgement: false, retention_months: null, version: 1 });
  for (const values of ['(2)', '(1)'])
    await expect(sql(`insert into settings (id) values ${values}`)).rejects.toThrow(/settings_(one_row|pkey)/);
  await expect(sql('update settings set retention_months = 1')).rejects.toThrow('settings_retention_months');
});

it('are saved by one form, with a notice', async () => {
  const saved = admin.post(settings, form({ acknowledgement: 'on', retentionMonths: '24' }));
  const answer = await expectLed(saved, settings);
  expect(await stored()).toEqual({ acknowledgement: true, retention_months: 24, version: 2 });
  await expectPage(admin.after(answer), 200, 'Settings saved');
  const page = await markupOf(await other.get(settings));
  expect(page).toMatch(/<input[^>]*name="acknowledgement"[^>]*checked/);
  expect(isChosen(page, '24')).toBe(true);
  expect((await admin.post(settings, form({ version: '2' }))).status).toBe(303);
  expect(await stored()).toEqual({ acknowledgement: false, retention_months: null, version: 3 });
});

it('exist after a restore of a backup from before there were any', async () => {
  await sql('truncate settings');
  expect((await admin.get(settings)).status).toBe(200);
  expect((await admin.post(settings, form({ acknowledgement: 'on' }))).status).toBe(303);
  expect(await stored()).toMatchObject({ acknowledgement: true });
});

it('that somebody else has changed meanwhile are still refused after the question what to delete', async () => {
  await old(400);
  const asked = await markupOf(await admin.post(settings, form({ retentionMonths: '12' })));
  await other.post(settings, form({ acknowledgement: 'on' }));
  const version = /name="version" value="(\d+)"/.exec(asked)![1]!;
  expect((await admin.post(settings, form({ retentionMonths: '12', deletes: '12', version }))).status).toBe(409);
  expect(await stored()).toMatchObject({ retention_months: null });
  expect(await sql('select 1 from rate_limits'), 'the night is not put off').toEqual([]);
});

describe('a retention that deletes something', () => {
  const save = (retentionMonths: string, deletes = '') => admin.post(settings, form({ retentionMonths, deletes }));

  it('says how much before it is saved', async () => {
    await old(800, 3);
    const warning = '3 enquiries are older than 12 months and will be deleted tonight, for good.';
    const page = await expectPage(save('12'), 409, warning);
    expect(page).toMatch(/<button[^>]*name="deletes" value="12"[^>]*>Save all the same/);
    expect(isChosen(page, '12')).toBe(true);
    expect((await save('24', '12')).status).toBe(409); // a change of the choice asks again
    expect(await stored()).toMatchObject({ retention_months: null, version: 1 });
    expect((await save('12', '12')).status).toBe(303);
    expect(await stored()).toMatchObject({ retention_months: 12 });
    expect(await sql('select 1 from messages')).toHaveLength(3); // until night; sweeps by day do not delete
    expect(await deleteOldMessages(forkEntityManager(app), 12)).toBe(0);
    expect(await deleteOldMessages(forkEntityManager(app), 12, Date.now() + DAY_MS)).toBe(3);
  });

  it('is simply saved when nothing is that old, when it is longer, or when it stays', async () => {
    await old(400);
    await sql('update settings set retention_months = 12');
    const answers = [];
    for (const [n, retentionMonths] of ['12', '24', '', '36', '24', '12'].entries())
      answers.push(await admin.post(settings, form({ retentionMonths, acknowledgement: 'on', version: `${n + 1}` })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 409]);
  });
});

describe('required for admins', () => {
  const { account, dashboard, secondFactor, secondFactorOff } = paths.admin;
  const require = (on: boolean) =>
    sql('update settings set second_factor_for_admins = $1, version = version + 1', [on]);

  it('an admin without one is led to set it up, and sees and changes nothing else until then', async () => {
    const { ask, cookie } = await visitAs(site, sql, 'admin');
    const version = await sql.value<string>('select version::text from settings');
    const saving = send(ask, settings, { retentionMonths: '', version, secondFactorForAdmins: 'on' });
    const notice = cookieOf(await expectLed(saving, settings));
    for (const to of [dashboard, account, settings, paths.admin.exportMessages, secondFactorOff, '/admin/nothing']) {
      const got = await ask(to);
      expect([to, got.status, got.headers.get('location')]).toEqual([to, 302, secondFactor]);
      expect(await (await ask(`${to}.data`)).text()).toContain(secondFactor);
    }
    for (const to of [paths.admin.root, `${secondFactor}/`, '/ADMIN/account/second-factor'])
      expect((await ask(to)).headers.get('location'), to).toBe(secondFactor);
    const before = await sql('select * from services order by id');
    for (const to of [paths.admin.newService, settings, paths.admin.maintenance, account]) {
      const answer = await send(ask, to, { title: 'New', content: 'New', icon: 'Truck' });
      expect(answer.headers.get('location')).toBe(secondFactor);
    }
    expect(await sql('select * from services order by id')).toEqual(before);
    const led = asker(site, `${cookie}; ${notice}`)(secondFactor);
    const page = await expectPage(led, 200, 'Settings saved', 'Admins need a second factor here.');
    for (const section of ['Manage Services', 'View Messages', 'waiting']) expect(page).not.toContain(section);
    expect(await (await ask(paths.admin.session, { method: 'POST' })).json()).toMatchObject({ role: 'admin' });
    expect(await (await ask(paths.editTexts(paths.about))).text()).not.toMatch(/data-text|\/admin\/pages/);
    await sql('update sessions set is_looking = true');
    await setMaintenance(sql, true, site);
    expect((await ask(paths.about)).status).toBe(503);
    await setMaintenance(sql, false, site);
    await setUpFactor(ask);
    expect((await ask(dashboard)).status).toBe(200);
    expect(await markupOf(await ask(settings))).toMatch(/<input[^>]*name="secondFactorForAdmins"[^>]*checked/);
    expect((await ask(paths.logout, { method: 'POST' })).status).toBe(303);
  });

  it('counts for one who becomes an admin, and for nobody else', async () => {
    await require(true);
    const { ask, accountId } = await visitAs(site, sql, 'editor');
    expect((await ask(dashboard)).status).toBe(200);
    await sql("update users set role = 'admin' where id = $1", [accountId]);
    const raised = await ask(dashboard);
    expect(raised.headers.get('location')).toBe(secondFactor);
    expect((await asker(site, cookieOf(raised))(paths.logout, { method: 'POST' })).status).toBe(303);
  });

  it('an admin who turns it off is led to set it up again', async () => {
    await require(true);
    const { ask } = await visitAs(site, sql, 'admin');
    await setUpFactor(ask);
    await send(ask, secondFactorOff);
    expect((await ask(account)).headers.get('location')).toBe(secondFactor);
  });
});
