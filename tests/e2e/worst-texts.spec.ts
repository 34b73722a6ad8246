import { enquiryMail } from '#app/enquiries/mails/enquiry-mail.ts';
import { paths, publicPages } from '#app/paths.ts';
import { picture } from '../support/actions.ts';
import { openAdmin } from '../support/admin-page.ts';
import { filledInPayload } from '../support/enquiries.ts';
import { expectFits } from '../support/fits.ts';
import { expect, test, type ProductUnderTest } from '../support/fixtures.ts';
import { signIn } from '../support/signed-in.ts';
import { worstAddress, worstMessage, worstSlug, writeWorst } from '../support/worst-texts.ts';

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
  await product.sql('truncate projects');
  await product.restoreContent();
  await product.sql('delete from messages');
});

test('public pages are no wider than the screen', async ({ page, product, errors }) => {
  errors.expect(/40[34]|503/);
  const { document } = await worst(product);
  for (const path of [...publicPages, paths.aboutDocument(document), paths.project(worstSlug), '/no-such-page']) {
    await page.goto(path);
    await expectFits(page);
  }
  await product.setMaintenance(true, worstMessage);
  await page.goto(paths.home);
  await expectFits(page);
});

const managed = (list: string, id: number) => [
  ...[list, paths.admin.inTrash(list), `${list}/new`],
  ...['edit', 'delete', 'history'].map((page) => `${list}/${id}/${page}`),
];

const areas: Record<string, (ids: Awaited<ReturnType<typeof writeWorst>>) => string[]> = {
  'the dashboard, the account and the inbox': ({ message }) => [
    paths.admin.dashboard,
    paths.admin.account,
    paths.admin.messages,
    paths.admin.message(message),
  ],
  'the management of services': ({ service }) => managed(paths.admin.services, service),
  'the management of documents': ({ document }) => [
    ...managed(paths.admin.documents, document),
    paths.admin.replaceFile(document),
  ],
  'the projects and their pictures': ({ project }) => [
    ...managed(paths.admin.projects, project),
    paths.admin.project(project),
    paths.admin.project(project, picture.key),
  ],
  'the redirects': () => [paths.admin.redirects, paths.admin.missingPaths],
  'the page texts': () => [
    ...Object.keys(edited).map((tab) => paths.admin.pages(tab)),
    ...Object.entries(edited).map(([tab, key]) => paths.admin.pages(tab, key)),
  ],
};

for (const [name, pagesOf] of Object.entries(areas))
  test(`${name}, as staff see it, is no wider than the screen`, async ({ page, product, errors }) => {
    errors.expect(/404/); // the picture has no files
    const ids = await worst(product);
    await product.setMaintenance(true, worstMessage);
    await signIn(page, product, 'admin', worstAddress());
    for (const path of pagesOf(ids)) {
      await openAdmin(page, path);
      if (path === paths.admin.editProject(ids.project)) await page.getByText('Search and sharing').click();
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

test('the mail about an enquiry fits every window', async ({ page }) => {
  const long = 'https://example.com/' + 'drawings'.repeat(120);
  const payload = {
    ...filledInPayload,
    name: long,
    email: `${'a'.repeat(60)}@${'b'.repeat(180)}.example`,
    subject: long,
    message: `We have a lift.\n${long}\nPlease call.`,
    phoneNumber: '8'.repeat(50),
    companyName: long,
  };
  const facts = {
    notificationId: '1',
    reference: 'SR-7F3K2M',
    link: 'https://example.com/admin/messages/1',
    receivedAt: new Date(),
  };
  await page.setContent(enquiryMail(payload, facts).html);
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
