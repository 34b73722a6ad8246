import { afterEach, describe, expect, it } from 'vitest';
import { paths, publicPages } from '#app/paths.ts';
import { inputTime } from '#app/time/typed-time.ts';
import { expectLed, expectPage, markupOf } from '../support/expect-page.ts';
import { DAY_MS, HOUR_MS } from '../support/content.ts';
import { setMaintenance, siteOn, testSite } from '../support/database.ts';
import { enquiryForm } from '../support/enquiries.ts';
import { asker, cookieOf, send, visitAs, type Ask, type Visitor } from '../support/visitor.ts';

const STRIP = 'Visitors see the maintenance screen';

const { site, sql, url } = await testSite();
const sites = [site, await siteOn(url)] as const;
const admin = await visitAs(site, sql, 'admin');
afterEach(async () => {
  await sql('delete from preview_links');
  await close(false);
});

const close = (isClosed = true) => setMaintenance(sql, isClosed, ...sites);
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const make = (name: string, endsAt = inMs(HOUR_MS), formId = '') =>
  send(admin.ask, paths.admin.previewLinks, { intent: 'make', name, endsAt, formId });
const look = (staff: Visitor) => send(staff.ask, paths.admin.preview);

async function newLink(name = 'The client', endsAt?: string, formId?: string): Promise<string> {
  const answer = await make(name, endsAt, formId);
  expect(answer.status).toBe(200);
  return new URL(/value="(http[^"]+\/preview\/[\w-]{43})"/.exec(await answer.text())![1]!).pathname;
}

/** Opens a link. @returns a client with its cookie for each site */
async function follow(path: string): Promise<[Ask, Ask]> {
  const answer = await expectLed(fetch(sites[0].url + path, { redirect: 'manual' }), paths.home);
  return sites.map((site) => asker(site, cookieOf(answer))) as [Ask, Ask];
}

async function expectLook(ask: Ask, path: string, status = 200): Promise<void> {
  const answer = await ask(path);
  expect([path, answer.status]).toEqual([path, status]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-robots-tag')).toBe('noindex');
  await expectPage(answer, status, STRIP, 'Stop looking', 'data-looking');
}
const expectScreen = (ask: Ask, path: string = paths.home) => expectPage(ask(path), 503, 'Maintenance in Progress');

describe('See the site', () => {
  it('shows every page to staff, on every process, only in this session, until Stop looking or its end', async () => {
    const staff = await visitAs(sites[0], sql, 'viewer');
    expect(await markupOf(await staff.get(paths.admin.dashboard))).not.toContain('See the site');
    await close();
    await expectScreen(staff.get);
    expect(await markupOf(await staff.get(paths.admin.dashboard))).toContain('See the site');
    await expectLed(look(staff), paths.home);
    const elsewhere = asker(sites[1], staff.cookie);
    for (const path of publicPages) await expectLook(staff.get, path);
    await expectLook(staff.get, '/no-such-page', 404);
    await expectLook(elsewhere, paths.services);
    expect((await elsewhere('/about.data')).status).toBe(200);
    const wrong = await elsewhere(paths.contactForm, { method: 'POST', body: enquiryForm({ subject: '' }) });
    expect(wrong.status).toBe(400); // not 503: the form is read
    for (const site of sites) await expectScreen(asker(site, ''), paths.services);
    const told = await sql.column("select what from activities where who = $1 and kind = 'maintenance'", [staff.email]);
    expect(told).toEqual(['Looked behind the maintenance screen']);
    const headers = { Referer: `${sites[1].url}/about` };
    const stop = elsewhere(paths.stopLooking, { method: 'POST', body: new URLSearchParams(), headers });
    await expectLed(stop, paths.about);
    await expectScreen(staff.get);
    await look(staff);
    await expectLook(staff.get, paths.about);
    await sql('delete from sessions where id = (select max(id) from sessions)');
    await expectScreen(staff.get);
  });

  it('does nothing while the site is open, and no page of it is kept for others', async () => {
    const staff = await visitAs(sites[0], sql, 'viewer');
    await look(staff);
    await close();
    await expectScreen(staff.get);
    await look(staff);
    await close(false);
    expect(await (await staff.get(paths.home)).text()).not.toContain(STRIP);
    for (const { url } of sites) expect(await (await fetch(url)).text()).not.toContain(STRIP);
  });
});

describe('a link', () => {
  it('lets everybody who has it see and use the pages, the contact form included', async () => {
    const path = await newLink();
    await close();
    const [ask, elsewhere] = await follow(path);
    await expectLook(ask, paths.home);
    await expectLook(elsewhere, paths.contact);
    const body = enquiryForm({ subject: 'From behind the screen' });
    await expectLed(elsewhere(paths.contactForm, { method: 'POST', body }), paths.contactFormSent);
    expect(await sql('select subject from messages')).toEqual([{ subject: 'From behind the screen' }]);
    await expectPage(ask(paths.contactForm, { method: 'POST', body: enquiryForm({ subject: '' }) }), 400, STRIP);
    expect((await send(asker(sites[1], ''), paths.contactForm, enquiryForm())).status).toBe(503);
    expect((await send(ask, paths.stopLooking)).headers.getSetCookie().join()).toMatch(/look=;.*Max-Age=0/);
  });

  it('is listed by its name and maker and kept as a hash alone, its cookie out of reach of scripts and forgers', async () => {
    const path = await newLink();
    await close();
    const answer = await fetch(sites[0].url + path, { redirect: 'manual' });
    expect(answer.headers.get('set-cookie')).toMatch(/; HttpOnly.*; SameSite=Lax/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const token = path.split('/').at(-1)!;
    const { row, hash } = await sql.row('select to_jsonb(l)::text as row, token_hash as hash from preview_links l');
    expect(row).not.toContain(token);
    const list = await expectPage(admin.get(paths.admin.previewLinks), 200, 'The client', `by ${admin.email}`);
    expect(list).not.toContain(token);
    for (const forged of [hash, btoa(JSON.stringify(hash)), `${btoa(JSON.stringify(hash))}.x`])
      await expectScreen(asker(sites[0], `look=${encodeURIComponent(forged)}`));
  });

  it('is one however often its form is sent; revoked, it ends at once on every process, and stays so', async () => {
    const formId = /name="formId" value="([\w-]{36})"/.exec(await markupOf(admin.get(paths.admin.previewLinks)))![1]!;
    const form = ['First', inMs(HOUR_MS), formId] as const;
    const [first, again, second] = await Promise.all([newLink(...form), newLink(...form), newLink('Second')]);
    expect(again).toBe(first);
    await close();
    const asks = await follow(first);
    const others = await follow(second);
    const [link, ...more] = await sql<{ id: number }>("select id from preview_links where name = 'First'");
    expect(more).toEqual([]);
    const revoked = await send(admin.ask, paths.admin.previewLinks, { intent: 'revoke', link: String(link!.id) });
    expect(revoked.status).toBe(303);
    expect(await (await make(...form)).text()).toContain('This link was revoked.');
    for (const ask of asks) await expectScreen(ask);
    for (const ask of others) await expectLook(ask, paths.home);
    await expectPage(fetch(sites[1].url + first, { redirect: 'manual' }), 410, 'This Link No Longer Works');
    const told = await sql.value("select what from activities where kind = 'maintenance' order by id desc limit 1");
    expect(told).toBe("Revoked the link 'First' to look behind the maintenance screen");
  });

  it('ends at its time, and with the account of its author', async () => {
    const [first, second] = [await newLink('First'), await newLink('Second')];
    await close();
    const asks = await follow(first);
    await sql("update preview_links set ends_at = now() where name = 'First'");
    for (const ask of asks) await expectScreen(ask);
    const others = await follow(second);
    await sql('update accounts set deactivated_at = now() where email = $1', [admin.email]);
    for (const ask of others) await expectScreen(ask);
    expect((await fetch(sites[0].url + second, { redirect: 'manual' })).status).toBe(410);
    await sql('update accounts set deactivated_at = null where email = $1', [admin.email]);
    for (const ask of others) await expectLook(ask, paths.home);
  });

  it('is not made by somebody who stops being an admin at that moment, and who is told so', async () => {
    const cy = await visitAs(site, sql, 'admin');
    void sql(`update users set role = 'editor' where id = ${cy.accountId};
      do $$ begin for i in 1..1000 loop perform pg_sleep(0.01);
        exit when exists (select from pg_locks where not granted and relation = 'users'::regclass); end loop; end $$`);
    await expect.poll(() => sql("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).not.toEqual([]);
    const fields = { intent: 'make', name: 'Ann', endsAt: inMs(HOUR_MS) };
    await expectPage(send(cy.ask, `${paths.admin.previewLinks}.data`, fields), 409, 'You are no longer an admin');
  });

  it('is kept for at most 7 days, and not together with 50 others', async () => {
    await newLink('Week', inputTime(inMs(7 * DAY_MS)));
    await sql(
      `insert into preview_links (name, token_hash, account_id, ends_at)
       select 'Link ' || n, 'hash ' || n, (select min(id) from accounts), now() + interval '1 day' from generate_series(1, 49) n`,
    );
    await expectPage(make('One too many'), 409, 'There are 50 links already');
  });
});
