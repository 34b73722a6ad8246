import type { Page } from '@playwright/test';
import { hashToken } from '#app/accounts/account-tokens.server.ts';
import type { Role } from '#app/accounts/staff.schema.ts';
import { enquiryMail } from '#app/enquiries/mails/notifications.server.ts';
import { paths, publicPages } from '#app/paths.ts';
import { addressWithIds, firstIds, makeOneOfEach, picture, rankOf, type Ids } from '../support/actions.ts';
import { openAdmin } from '../support/admin-page.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { filledInPayload } from '../support/enquiries.ts';
import { expect, expectNoAxeViolations, test, type ProductUnderTest } from '../support/fixtures.ts';
import { expectNoLayoutShift } from '../support/page-checks.ts';
import { expectFits, WIDTHS } from '../support/fits.ts';
import { signIn } from '../support/signed-in.ts';
import { hold } from '../support/site-page.ts';
import { slowLine } from '../support/slow-line.ts';
import { EMAIL, worstAddress, worstMessage, worstSlug, writeWorst } from '../support/worst-texts.ts';

/** The text spacing of WCAG 1.4.12. */
const spaceOut = () => {
  const spacing = new CSSStyleSheet();
  spacing.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-bottom: 2em !important }`);
  document.adoptedStyleSheets = [spacing];
};

for (const path of publicPages)
  test(`${path} does not move as it loads, and is accessible, spaced out and on paper`, async ({ page, product }) => {
    const line = await slowLine(product.url);
    for (const size of [
      { width: 360, height: 2500 }, // also shows what lies below the first screen; the fonts come at their own pace
      { width: 1280, height: 5000 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(line.url + path);
      await expectNoLayoutShift(page);
    }
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
    await line.stop();
    await expectNoAxeViolations(page);
    await page.evaluate(spaceOut);
    await expectFits(page);
    await page.evaluate(() => (document.adoptedStyleSheets = []));
    await expectPrints(page);
  });

/** Expects a print of black text on white, within the width of the paper and without overlaps. */
async function expectPrints(page: Page): Promise<void> {
  const [A4_WIDTH, A4_HEIGHT] = [718, 1000]; // px inside the margins of browsers
  await page.setViewportSize({ width: A4_WIDTH, height: A4_HEIGHT });
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('header')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(0, 0, 0)');
  const { width, overlaps, highest } = await page.evaluate(() => {
    const boxes = [...document.querySelectorAll('main :is(h1, h2, h3, p, li, img)')]
      .filter((each) => each.checkVisibility() && each.getClientRects().length)
      .map((each) => ({ each, ...each.getBoundingClientRect().toJSON() }) as DOMRect & { each: Element });
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    const whole = [...document.querySelectorAll('main *')].filter(
      (each) => getComputedStyle(each).breakInside === 'avoid' && each.checkVisibility(),
    );
    return {
      width: document.documentElement.scrollWidth,
      overlaps: boxes.flatMap((a, at) =>
        boxes
          .slice(at + 1)
          .filter((b) => !a.each.contains(b.each) && isOver(a, b))
          .map((b) => `${a.each.outerHTML.slice(0, 60)} and ${b.each.outerHTML.slice(0, 60)}`),
      ),
      highest: Math.max(0, ...whole.map((each) => each.getBoundingClientRect().height)),
    };
  });
  expect(width).toBeLessThanOrEqual(A4_WIDTH);
  expect(overlaps).toEqual([]);
  expect(highest).toBeLessThan(A4_HEIGHT * 0.6); // a block that must not be split moves to the next page
  await page.emulateMedia({ media: null });
}

const { admin } = paths;
/** Addresses that only take forms, or that redirect. */
const leadElsewhere: string[] = [admin.root, admin.undo, admin.preview, admin.secondFactorOff, '/admin/pages/history'];
const routes = builtRoutes();
const pagesOf = (rank: Role) => {
  const isTheirs = (address: string) => rankOf(address) === rank && !leadElsewhere.includes(address);
  return routes.flatMap(({ hasPage, address }) => (hasPage && isTheirs(address) ? [address] : []));
};
const wayIn = [admin.login, admin.forgot, admin.forgotSent, admin.reset('nothing'), admin.invitation(':token')];
const edited = { home: 'hero_heading', about: 'who_text', services: 'quote_button', contact: 'why_points' };
const views = ['waiting', 'mine', 'later', 'spam', 'trash'].map((view) => `${admin.messages}?view=${view}`);
const states = [
  ...[admin.services, admin.documents, admin.projects].map((list) => admin.inTrash(list)),
  ...Object.entries(edited).map(([tab, key]) => admin.pages(tab, key)), // with the other texts of the tab
  ...[admin.pages('footer', 'email'), admin.missingPaths, `/admin/projects/:id?picture=${picture.key}`],
];
/** All staff pages, each as the role with most rights there, or as the one that has to act; and further states. */
const staffPages: [who: Role | 'nobody' | 'without role', addresses: string[], isDuringMaintenance?: boolean][] = [
  ['nobody', wayIn],
  ['without role', [admin.dashboard]],
  ['viewer', pagesOf('viewer')],
  ['editor', [...pagesOf('editor'), ...states], true],
  ['admin', [...pagesOf('admin'), admin.dashboard, admin.account, admin.person(EMAIL)]],
  ['admin', [...views, `${admin.messages}?q=nothing+like+this&from=2026-01-01`]],
  ['admin', [admin.dashboard], true],
  ['editor', [paths.contactForm, paths.editTexts(paths.home), paths.editTexts(paths.contactForm)]],
];
const some = staffPages.flatMap(([who, all, isDuringMaintenance]) =>
  Array.from({ length: Math.ceil(all.length / 6) }, (_, n) => {
    return { who, addresses: all.slice(6 * n, 6 * n + 6), isDuringMaintenance };
  }),
);

const HIGH = { width: 1280, height: 1300 }; // the sidebar then holds the longest name
let made: Promise<Ids> | undefined; // once for all tests, because it takes seconds
const worst = (product: ProductUnderTest) => (made ??= makeWorst(product));
async function makeWorst(product: ProductUnderTest): Promise<Ids> {
  await writeWorst(product);
  await makeOneOfEach(product.sql);
  await product.sql(
    `update account_tokens set expires_at = now() + interval '7 days', email = $2 where token_hash = $1`,
    [hashToken('a-token-of-the-tests'), `${'long'.repeat(10)}@example.com`],
  );
  return firstIds(product.sql);
}
test.afterAll(async ({ product }) => {
  await product.sql('truncate projects');
  await product.restoreContent();
  await product.sql('delete from messages');
});

for (const { who, addresses, isDuringMaintenance = false } of some)
  test(`staff pages with the worst texts fit every screen and have no accessibility violation: ${who}, from ${addresses[0]} on`, async ({
    page,
    product,
    errors,
  }) => {
    errors.expect(/40[34]|410/);
    const ids = await worst(product);
    const role = who === 'without role' ? null : who === 'nobody' ? 'viewer' : who;
    const { accountId } = await signIn(page, product, role, worstAddress());
    if (who === 'nobody') await page.context().clearCookies();
    if (who === 'viewer') await product.sql('update accounts set has_first_password = true where id = $1', [accountId]);
    await product.setMaintenance(isDuringMaintenance, worstMessage);
    await page.setViewportSize(HIGH);
    for (const address of addresses) {
      const path = addressWithIds(address, ids);
      if (who === 'nobody' || who === 'without role' || !path.startsWith(admin.root)) await page.goto(path);
      else await openAdmin(page, path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page, 'is not led elsewhere').toHaveURL(path);
      if (path === admin.editProject(ids.projects)) await page.getByText('Search and sharing').click();
      if (path === admin.message(ids.messages)) {
        await page.getByText('Quoted text').click();
        await expect(page.locator('details[open] > summary + *')).toBeVisible();
      }
      await expectNoAxeViolations(page);
      await expectFits(page, path === admin.message(ids.messages) ? [1920, 1680, ...WIDTHS] : WIDTHS);
    }
  });

test('public pages with the worst texts are no wider than the screen', async ({ page, product, errors }) => {
  errors.expect(/40[34]|503/);
  const ids = await worst(product);
  for (const path of [...publicPages, paths.aboutDocument(ids.documents), paths.project(worstSlug), '/no-such-page']) {
    await page.goto(path);
    await expectFits(page);
  }
  await product.setMaintenance(true, worstMessage);
  await page.goto(paths.home);
  await expectFits(page);
});

test('what somebody else has saved meanwhile is shown no wider than the screen', async ({ page, product }) => {
  const { services: service } = await worst(product);
  await signIn(page, product, 'editor');
  for (const [path, button] of [
    [paths.admin.editService(service), 'Update Service'],
    [paths.admin.pages('about', 'who_text'), 'Save'],
  ] as const) {
    await openAdmin(page, path);
    await product.sql(`update services set version = version + 1, title = title || '!'`);
    await product.sql(`update page_content set version = version + 1, content_value = left(content_value, -1)`);
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText(/somebody|someone/i).first()).toBeVisible();
    await expectFits(page);
  }
});

test('the mail about an enquiry fits every window', async ({ page }) => {
  const long = 'https://example.com/' + 'drawings'.repeat(120);
  const email = `${'a'.repeat(60)}@${'b'.repeat(180)}.example`;
  const message = `We have a lift.\n${long}\nPlease call.`;
  const lines = { name: long, subject: long, companyName: long, phoneNumber: '8'.repeat(50) };
  const payload = { ...filledInPayload, ...lines, email, message };
  const link = 'https://example.com/admin/messages/1';
  const facts = { notificationId: '1', reference: 'SR-7F3K2M', link, receivedAt: new Date() };
  await page.setContent(enquiryMail(payload, facts).html);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
