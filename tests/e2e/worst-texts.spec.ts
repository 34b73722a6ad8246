import { paths, publicPages } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { expectFits } from '../support/fits.ts';
import { expect, test, type ProductUnderTest } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';
import { worstAddress, worstMessage, writeWorst } from '../support/worst-texts.ts';

/** One text of each type. */
const edited = {
  home: 'hero_heading',
  about: 'who_text',
  services: 'quote_button',
  contact: 'why_points',
  footer: 'email',
};

let written: ReturnType<typeof writeWorst> | undefined; // once for all: making such pages takes seconds
const worst = (product: ProductUnderTest) => (written ??= writeWorst(product));

test.afterAll(async ({ product }) => {
  await product.restoreContent();
  await product.sql('delete from messages');
});

for (const path of [...publicPages, '/no-such-page'])
  test(`${path} is no wider than the screen`, async ({ page, product, errors }) => {
    errors.expect(/404/);
    await worst(product);
    await page.goto(path);
    await expectFits(page);
  });

test('the dialog of a document is no wider than the screen', async ({ page, product }) => {
  const { document } = await worst(product);
  await page.goto(paths.aboutDocument(document));
  await expectFits(page);
});

test('the maintenance screen is no wider than the screen', async ({ page, product, errors }) => {
  errors.expect(/503/);
  await worst(product);
  await product.setMaintenance(true, worstMessage);
  await page.goto(paths.home);
  await expectFits(page);
});

const areas: Record<string, (ids: Awaited<ReturnType<typeof writeWorst>>) => string[]> = {
  'the dashboard and the account': () => [paths.admin.dashboard, paths.admin.account],
  'the management of services': ({ service }) => [
    paths.admin.services,
    paths.admin.newService,
    paths.admin.editService(service),
    paths.admin.deleteService(service),
    paths.admin.history('services', service),
    paths.admin.inTrash(paths.admin.services),
  ],
  'the management of documents': ({ document }) => [
    paths.admin.documents,
    paths.admin.newDocument,
    paths.admin.editDocument(document),
    paths.admin.replaceFile(document),
    paths.admin.deleteDocument(document),
    paths.admin.history('documents', document),
    paths.admin.inTrash(paths.admin.documents),
  ],
  'the inbox': ({ message }) => [paths.admin.messages, paths.admin.message(message)],
};
for (const [tab, key] of Object.entries(edited))
  areas[`the texts of ${tab}`] = () => [paths.admin.pages(tab), paths.admin.pages(tab, key)];

for (const [name, pagesOf] of Object.entries(areas))
  test(`${name}, as staff see it, is no wider than the screen`, async ({ page, product }) => {
    const ids = await worst(product);
    await product.setMaintenance(true, worstMessage);
    await signIn(page, product, 'admin', worstAddress());
    for (const path of pagesOf(ids)) {
      await openAdmin(page, path);
      await expectFits(page);
    }
  });

test('what somebody else has saved meanwhile is shown no wider than the screen', async ({ page, product }) => {
  const { service } = await worst(product);
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
