import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { localDateTime } from '#app/time/dates.ts';
import { inputTime } from '#app/time/typed-time.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { siteOn, testDatabase, testSite } from '../support/database.ts';
import { followEvents } from '../support/follow-events.ts';
import { startApp, type RunningApp } from '../support/app.ts';
import { send, visitAs } from '../support/visitor.ts';

const { site, sql, url } = await testSite();
const sites = [site, await siteOn(url)] as const;
const admin = await visitAs(site, sql, 'admin');
let last: number;
beforeEach(async () => void (last = await sql.value('select coalesce(max(id), 0) from activities')));
afterEach(async () => {
  await change({ intent: 'disable' });
  for (const site of sites) await expect.poll(() => statusOf(site)).toBe(200);
});

const change = (fields: Record<string, string>) => send(admin.ask, paths.admin.maintenance, fields);
const plan = (startsAt: string, endsAt = '') => change({ intent: 'window', startsAt, endsAt });
const statusOf = async ({ url }: Pick<RunningApp, 'url'>) => (await fetch(url)).status;
const off = { on: false, starts: null, ends: null };
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const stored = () =>
  sql.row<{ on: boolean; starts: Date | null; ends: Date | null }>(
    'select maintenance_mode as on, starts_at as starts, ends_at as ends from site_status order by id limit 1',
  );
const written = () =>
  sql.column("select array[who, what] from activities where kind = 'maintenance' and id > $1 order by id", [last]);
const dashboard = async (by = admin) => markupOf(await by.get(paths.admin.dashboard));

/** The version in the panel's form with this button. */
const shown = async (button: string) => {
  const page = await (await admin.get(paths.admin.maintenance)).text();
  const form = page.split('<form').find((each) => each.includes(`>${button}</button>`))!;
  return /name="version" value="([^"]*)"/.exec(form)?.[1] ?? '';
};

describe('what another admin has saved since the panel was opened', () => {
  const [saturday, sunday] = ['2999-01-05T08:00', '2999-01-06T08:00'];

  it('is not cancelled unseen', async () => {
    await plan(saturday);
    const version = await shown('Cancel');
    await plan(sunday);
    const words = ['Someone else has changed this in the meantime', 'Maintenance begins at 08:00 on Sunday 6 January'];
    await expectPage(change({ intent: 'cancel', version }), 409, ...words);
    expect(inputTime((await stored()).starts!.toISOString())).toBe(sunday);
    expect((await change({ intent: 'cancel', version: await shown('Cancel') })).status).toBe(303);
    expect((await change({ intent: 'cancel', version })).status).toBe(303); // it is already gone, as intended
    expect((await stored()).starts).toBe(null);
  });

  it('maintenance that they ended does not begin again by a new end', async () => {
    await plan('', inMs(3_600_000));
    const version = await shown('Set the End');
    await change({ intent: 'disable' });
    const setEnd = change({ intent: 'window', startsAt: '', endsAt: inMs(7_200_000), version });
    await expectPage(setEnd, 409, 'No maintenance is planned.');
    expect((await stored()).on).toBe(false);
  });

  it('a message of several lines is known again as browsers send it', async () => {
    const save = (maintenanceMessage: string, version = {}) =>
      change({ intent: 'message', maintenanceMessage, ...version });
    expect((await save('Lifting the roof.\nBack on Monday.')).status).toBe(303); // a form without a version
    const version = (await shown('Update Message')).replace('\n', '\r\n');
    expect((await save('Mine', { version })).status).toBe(303);
    await sql('update site_status set message = null');
  });
});

describe('a window', () => {
  it('begins and ends by itself on every process, in open pages too, and is written down once', async () => {
    const streams = await Promise.all(sites.map(({ url }) => followEvents(url)));
    for (const { url } of sites) await fetch(url); // now in the page cache
    const startsAt = inMs(3000);
    expect((await plan(startsAt, inMs(3_600_000))).status).toBe(303);
    for (const [n, stream] of streams.entries()) {
      await expect.poll(() => stream.events().length, { timeout: 20_000 }).toBe(2);
      expect((await fetch(sites[n]!.url)).status).toBe(503);
    }
    const endsAt = inMs(3000);
    expect((await plan('', endsAt)).status).toBe(303);
    for (const [n, stream] of streams.entries()) {
      await expect.poll(() => stream.events().at(-1)!.maintenanceMode, { timeout: 20_000 }).toBe(false);
      expect((await fetch(sites[n]!.url)).status).toBe(200);
      const told = stream.events();
      expect(told.map(({ maintenanceMode, until }) => [maintenanceMode, until])).toEqual([
        [false, null],
        [true, expect.any(String)],
        [true, endsAt],
        [false, null],
      ]);
      expect(told[1]!.at - Date.parse(startsAt)).toBeGreaterThan(-50); // tests/faults measures the delay
      expect(told[3]!.at - Date.parse(endsAt)).toBeGreaterThan(-50);
      stream.close();
    }
    const at = (iso: string) => localDateTime(new Date(iso));
    await expect
      .poll(async () => (await written()).slice(1), { timeout: 10_000 })
      .toEqual([
        ['the site itself', `Maintenance began, as planned for ${at(startsAt)}`],
        [admin.email, `Set maintenance to end at ${at(endsAt)}`],
        ['the site itself', `Maintenance ended, as planned for ${at(endsAt)}`],
      ]);
    expect(await stored()).toEqual(off);
  });

  it('that began or ended while no process was there is found at the start, and written down', async () => {
    const away = await testDatabase();
    await (await startApp({ DATABASE_URL: away.url })).stop(); // the first start makes the row
    for (const [passed, status, what] of [
      ['starts_at', 503, 'began'],
      ['ends_at', 200, 'ended'],
    ] as const) {
      await away.sql(`update site_status set ${passed} = now() - interval '1 minute'`);
      const site = await startApp({ DATABASE_URL: away.url });
      expect(await statusOf(site)).toBe(status);
      const newest = () => away.sql.value('select what from activities order by id desc limit 1');
      await expect.poll(newest, { timeout: 5000 }).toContain(`Maintenance ${what}, as planned`);
      await site.stop();
    }
    expect(await away.sql("select 1 from activities where kind = 'maintenance'")).toHaveLength(2);
  });

  it('is announced by Retry-After and on the screen, with the day if that is another', async () => {
    const endsAt = inMs(2 * 3_600_000);
    expect((await plan('', endsAt)).status).toBe(303);
    const answer = await fetch(sites[0].url);
    const page = await answer.text();
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(7190);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(7200);
    expect(page).toContain(`Expected back at ${inputTime(endsAt).slice(11)}`);
    const later = `${inputTime(inMs(40 * 3_600_000)).slice(0, 10)}T06:30`;
    await plan('', later);
    const day = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
    await expect
      .poll(async () => (await fetch(sites[1].url)).text())
      .toContain(`Expected back at 06:30 on ${day.format(new Date(`${later}Z`))}`);
    expect(await dashboard()).toContain('Set the End');
  });

  it('loses its start and end when maintenance is simply turned on, by SQL too', async () => {
    await plan('', inMs(3_600_000));
    await change({ intent: 'enable' });
    const on = { ...off, on: true };
    expect(await stored()).toEqual(on);
    const page = await fetch(sites[0].url);
    expect(page.headers.get('retry-after')).toBe('120');
    expect(await page.text()).not.toContain('Expected back');
    await plan('', inMs(3_600_000));
    await sql('update site_status set maintenance_mode = true');
    expect(await stored()).toEqual(on);
    await sql('update site_status set maintenance_mode = false');
    expect(await stored()).toEqual(off);
    await plan(inMs(3_600_000));
    await sql(`update site_status set message = 'Soon'`);
    expect((await stored()).starts).not.toBe(null);
    await sql('update site_status set maintenance_mode = false');
    expect(await stored()).toEqual(off);
  });

  it('is told on the dashboard of every rank before it begins, and cancelled by an admin', async () => {
    const startsAt = inMs(3_600_000);
    await plan(startsAt);
    const words = `Maintenance begins at ${inputTime(startsAt).slice(11)}`;
    expect(await dashboard()).toContain(words);
    const seen = await dashboard(await visitAs(sites[1], sql, 'viewer'));
    expect(seen).toContain(words);
    expect(seen).not.toContain('Cancel');
    await expectLed(change({ intent: 'cancel' }), paths.admin.dashboard);
    expect(await stored()).toEqual(off);
    expect(await dashboard()).not.toContain(words);
    const cancelling = `Cancelled the maintenance planned for ${localDateTime(new Date(startsAt))}`;
    expect((await written()).at(-1)).toEqual([admin.email, cancelling]);
    await change({ intent: 'enable' });
    await expectPage(change({ intent: 'cancel' }), 409, 'Maintenance has begun already');
    expect((await stored()).on).toBe(true);
  });

  it('with a start while maintenance is on is refused: the site would come back for a while', async () => {
    await change({ intent: 'enable' });
    await expectPage(plan('2999-01-01T08:00', '2999-01-02T08:00'), 400, 'Maintenance is on already');
    expect((await stored()).on).toBe(true);
  });
});
