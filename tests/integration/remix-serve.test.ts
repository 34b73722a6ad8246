import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#app/paths.ts';
import { expectPage } from '../support/expect-page.ts';
import { actions, firstIds } from '../support/actions.ts';
import { setMaintenance, testDatabase } from '../support/database.ts';
import { sendEnquiry } from '../support/enquiries.ts';
import { startProduct } from '../support/product.ts';
import { rawRequest } from '../support/raw-request.ts';
import { add } from '../support/content.ts';
import { hashTables } from '../support/hash-tables.ts';
import { visitAs, visitByPassword } from '../support/visitor.ts';

// The same build under Remix's stock server: protection of data must not depend on our HTTP shell.
const { url: DATABASE_URL, sql } = await testDatabase();
const stockServer = ['node_modules/@remix-run/serve/dist/cli.js', 'scripts/remix-serve-build.mjs'];
const site = await startProduct({ DATABASE_URL, LOG_LEVEL: 'error' }, undefined, stockServer, paths.home);
afterAll(async () => expect(await site.stop()).toBe(0));
const { url } = site;
const admin = await visitByPassword(site, sql, 'admin'); // before the tests, because an account records its last sign-in
const viewer = await visitByPassword(site, sql, 'viewer');
const withoutRank = [await visitAs(site, sql), await visitByPassword(site, sql, null), viewer];
await add(sql, 'messages', [{ name: 'Canary', email: 'canary@b.example', subject: 'Canary lift' }]);
beforeEach(() => sql('delete from rate_limits'));

describe('under the stock server', () => {
  it('public pages are shown, an enquiry is stored and its mail goes out, staff see the dashboard', async () => {
    for (const page of [paths.home, paths.about, paths.services, paths.contactForm])
      expect((await fetch(url + page)).status).toBe(200);
    const before = await sql('select 1 from messages');
    expect((await sendEnquiry(url)).status).toBe(303);
    expect(await sql('select 1 from messages')).toHaveLength(before.length + 1);
    await expect.poll(() => sql.column('select state from notifications'), { timeout: 10_000 }).toEqual(['sent']);
    await expectPage(viewer.get(paths.admin.dashboard), 200, 'Dashboard');
    expect((await viewer.post(paths.contactForm, { message: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('visitors without the rank are turned away, and nothing changes', async () => {
    const before = await hashTables(sql);
    for (const { email, post } of withoutRank) {
      const { status } = await post(paths.admin.newService, { title: 'Added', content: 'Added', icon: '' });
      expect([302, 303, 403], email).toContain(status);
    }
    expect(await hashTables(sql)).toEqual(before);
  });

  it('a post from elsewhere is refused by every action, even for an admin, and nothing changes', async () => {
    const before = await hashTables(sql);
    // Remix's own check believes the first; refusals.test.ts has more
    const foreign = [{ Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' }, {}];
    const ids = await firstIds(sql);
    for (const { at, forms } of actions)
      for (const each of foreign) {
        const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: admin.cookie, ...each };
        const body = new URLSearchParams(forms(ids)[0]).toString();
        const { status } = await rawRequest(url, at(ids), { method: 'POST', body, headers });
        expect([at(ids), each, status]).toEqual([at(ids), each, 403]);
      }
    expect(await hashTables(sql)).toEqual(before);
  });

  it('maintenance covers the public pages and their data, and not the admin', async () => {
    await setMaintenance(sql, true, site);
    const status = async (address: string) => (await fetch(url + address)).status;
    for (const address of [paths.about, '/about.data']) expect(await status(address)).toBe(503);
    expect((await sendEnquiry(url)).status).toBe(503);
    expect(await status(paths.admin.login)).toBe(200);
    await setMaintenance(sql, false, site);
  });

  it('none of this was an error to the product', () => {
    expect(site.logLines().filter((line) => !/throwIfPotentialCSRFAttack|at requestHandler/.test(line))).toEqual([]);
  });
});

it('says at its first start the first admin, where the data lives, and what it lacks', () => {
  expect(site.logs()).toMatch(/^First admin: admin@example\.com, password: \S+ \(shown only this once\)$/m);
  expect(site.logs()).toContain('Data lives in ');
  expect(site.logs()).toMatch(/^Event streams, .* come with npm start only\.$/m);
});
