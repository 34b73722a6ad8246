import { hashToken } from '#app/accounts/account-tokens.server.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { paths, publicPages } from '#app/paths.ts';
import { addressWithIds, firstIds, makeOneOfEach } from '../support/actions.ts';
import { openAdmin } from '../support/admin-page.ts';
import { emptyTables } from '../support/content.ts';
import {
  expect,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  expectNoLayoutShift,
  holdFonts,
  test,
} from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signIn } from '../support/signed-in.ts';
import { slowLine } from '../support/slow-line.ts';

for (const path of publicPages) {
  test(`${path} answers, has one main heading, fits a phone and has no accessibility violation in either theme`, async ({
    page,
  }) => {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expectNoHorizontalScroll(page);
    await expectNoAxeViolations(page);
  });

  test(`${path} does not move while it loads, however late its fonts come`, async ({ page }) => {
    for (const width of [360, 1280]) {
      const sendFonts = await holdFonts(page);
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      sendFonts();
      await page.evaluate(() => document.fonts.ready);
      await expectNoLayoutShift(page);
      await page.unrouteAll();
    }
  });

  test(`${path} does not move while it comes piece by piece`, async ({ page, product }) => {
    const line = await slowLine(product.url);
    for (const [width, height] of [
      [360, 800],
      [800, 800],
      [1280, 800],
      [800, 2500], // what comes below the first screen, too
      [1280, 5000],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(line.url + path);
      await expectNoLayoutShift(page);
    }
    await page.close(); // what it would still load is not the matter here
    await line.end();
  });
}

const { admin } = paths;
/** Every page of staff that is a state of its own, as those see it who may do most there, or who have to do something. */
const staffPages: Record<string, [who: Role | 'nobody' | 'without role', ...addresses: string[]]> = {
  'the way in': [
    'nobody',
    admin.login,
    admin.forgot,
    admin.forgotSent,
    admin.reset('nothing'),
    admin.invitation(':token'),
  ],
  'who has no role': ['without role', admin.dashboard],
  'what all see': ['viewer', admin.dashboard, admin.account, admin.secondFactor, '/admin/no-such-page'],
  services: ['editor', admin.services, admin.newService, '/admin/services/:id/edit', '/admin/services/:id/delete'],
  documents: [
    'editor',
    admin.documents,
    admin.newDocument,
    '/admin/documents/:id/edit',
    '/admin/documents/:id/file',
    '/admin/documents/:id/delete',
  ],
  texts: ['editor', admin.pages(), admin.pages('about'), admin.pages('footer', 'email')],
  'what admins see': ['admin', admin.dashboard, admin.maintenance, admin.previewLinks, admin.settings],
  staff: [
    'admin',
    admin.staff,
    admin.inviteStaff(),
    '/admin/staff/:id/role',
    '/admin/staff/:id/remove',
    '/admin/staff/:id/second-factor',
  ],
};

for (const [name, [who, ...addresses]] of Object.entries(staffPages))
  test(`the pages of staff fit every screen and have no accessibility violation: ${name}`, async ({
    page,
    product,
    errors,
  }) => {
    errors.expect(/40[34]|410/);
    await product.restoreContent();
    await emptyTables(product.sql, 'messages');
    const { accountId } = await signIn(
      page,
      product,
      who === 'without role' ? null : who === 'nobody' ? 'viewer' : who,
    );
    if (who === 'nobody') await page.context().clearCookies();
    if (who === 'viewer') await product.sql('update accounts set has_first_password = true where id = $1', [accountId]);
    await makeOneOfEach(product.sql);
    await product.sql(
      `update account_tokens set expires_at = now() + interval '7 days', email = $2 where token_hash = $1`,
      [hashToken('a-token-of-the-tests'), `${'long'.repeat(10)}@example.com`],
    );
    const ids = await firstIds(product.sql);
    for (const address of addresses) {
      const path = addressWithIds(address, ids);
      if (who === 'nobody' || who === 'without role') await page.goto(path);
      else await openAdmin(page, path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page, 'is not led elsewhere').toHaveURL(path);
      await expectFits(page);
      await expectNoAxeViolations(page);
    }
  });
