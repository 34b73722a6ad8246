import { hashToken } from '#app/accounts/account-tokens.server.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { paths, publicPages } from '#app/paths.ts';
import { addressWithIds, firstIds, makeOneOfEach, picture, rankOf } from '../support/actions.ts';
import { openAdmin } from '../support/admin-page.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { expect, expectNoAxeViolations, expectNoLayoutShift, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signIn } from '../support/signed-in.ts';
import { hold } from '../support/site-page.ts';
import { slowLine } from '../support/slow-line.ts';

/** WCAG 1.4.12: the spacing that readers may ask for. */
const spaceOut = () => {
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [spacing];
};

for (const path of publicPages) {
  test(`${path} is for all, with wider spacing too, and does not move however late its fonts come`, async ({
    page,
  }) => {
    for (const width of [360, 1280]) {
      const sendFonts = await hold(page, '**/*.woff2');
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      sendFonts();
      await page.evaluate(() => document.fonts.ready);
      await expectNoLayoutShift(page);
      await page.unrouteAll();
    }
    await expectNoAxeViolations(page);
    await page.evaluate(spaceOut);
    await expectFits(page);
  });

  test(`${path} does not move while it comes piece by piece`, async ({ context, product }) => {
    const line = await slowLine(product.url);
    for (const size of [
      { width: 360, height: 2500 }, // what comes below the first screen, too; the fonts come with it, at their own pace
      { width: 1280, height: 5000 },
    ]) {
      const page = await context.newPage();
      await page.setViewportSize(size);
      await page.goto(line.url + path);
      await expectNoLayoutShift(page);
      await page.close(); // what it would still load is not the matter here
    }
    await line.end();
  });
}

const { admin } = paths;
/** What only answers a form, or leads to what there is. */
const leadElsewhere: string[] = [
  ...[admin.root, admin.undo, admin.preview, admin.ownSessions, admin.secondFactorOff, '/admin/pages/history'],
];
const pagesOf = (rank: Role) => {
  const isTheirs = (address: string) => rankOf(address) === rank && !leadElsewhere.includes(address);
  return builtRoutes().flatMap(({ hasPage, address }) => (hasPage && isTheirs(address) ? [address] : []));
};
const wayIn = [admin.login, admin.forgot, admin.forgotSent, admin.reset('nothing'), admin.invitation(':token')];
/** Every page of staff as those see it who may do most there, or who have to do something; and states of their own. */
const staffPages: [who: Role | 'nobody' | 'without role', addresses: string[]][] = [
  ['nobody', wayIn],
  ['without role', [admin.dashboard]],
  ['viewer', pagesOf('viewer')],
  ['editor', [...pagesOf('editor'), `/admin/projects/:id?picture=${picture.key}`]],
  ['editor', [admin.inTrash(admin.services), admin.pages('about'), admin.pages('footer', 'email'), admin.missingPaths]],
  ['admin', [...pagesOf('admin'), admin.dashboard, admin.account, admin.person('ann@example.com')]],
];
const some = staffPages.flatMap(([who, all]) =>
  Array.from({ length: Math.ceil(all.length / 9) }, (_, n) => [who, all.slice(9 * n, 9 * n + 9)] as const),
);

for (const [who, addresses] of some)
  test(`the pages of staff fit every screen and have no accessibility violation: ${who}, from ${addresses[0]} on`, async ({
    page,
    product,
    errors,
  }) => {
    errors.expect(/40[34]|410/);
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
      await expectNoAxeViolations(page);
      if (who !== 'editor') await expectFits(page); // theirs: worst-texts.spec.ts
    }
  });
