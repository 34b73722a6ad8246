import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin, editLinkOf } from '../support/admin-page.ts';
import { emptyTables } from '../support/content.ts';
import { expect, expectNoAxeViolations, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { filledIn } from '../support/enquiries.ts';
import { signIn } from '../support/signed-in.ts';
import { open } from '../support/site-page.ts';

test.afterAll(({ product }) => product.restoreContent());

/** Saves a contact text as an editor does. */
async function saveText(page: Page, key: string, value: string): Promise<void> {
  await openAdmin(page, paths.admin.pages('footer'));
  await editLinkOf(page, key).click();
  const field = page.getByRole('textbox');
  await expect(field).toBeFocused();
  await field.fill(value);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The content has been successfully updated.')).toBeVisible();
}

test('WhatsApp appears beside the phones as soon as staff give its number', async ({
  page,
  product,
  javaScriptEnabled,
}) => {
  await signIn(page, product, 'editor');
  for (const [number, address] of [
    ['', null],
    ['555-0144', 'https://wa.me/18685550144'],
  ] as const) {
    await saveText(page, 'whatsapp', number);
    for (const path of [paths.home, paths.contact, paths.contactFormSent]) {
      await open(page, path, javaScriptEnabled!);
      const links = page.getByRole('link', { name: /^WhatsApp/ });
      await expect(links, `${path} with '${number}'`).toHaveCount(address ? 2 : 0); // one of them in the footer
      for (const link of await links.all()) {
        await expect(link).toHaveAttribute('href', address!);
        await expect(link).toHaveAttribute('target', '_blank');
      }
      if (!address) continue;
      await expectNoHorizontalScroll(page);
      await expectNoAxeViolations(page);
    }
  }
});

test('the second phone and the network link may be emptied, the others not', async ({ page, product }) => {
  await signIn(page, product, 'editor');
  await page.goto(paths.home);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('Second line')).toBeVisible();
  await saveText(page, 'phone_2', '');
  await saveText(page, 'network_link', '');
  for (const path of [paths.home, paths.contact]) {
    await page.goto(path);
    await expect(page.getByText('(868) 555-0187')).toHaveCount(0);
    await expect(footer.getByText('Second line')).toHaveCount(0);
    await expect(footer.getByText('Our professional network page')).toHaveCount(0);
    await expect(page.locator('a[href=""], a[href="tel:+"], a:not([href])')).toHaveCount(0);
  }
  await openAdmin(page, paths.admin.pages('footer'));
  await editLinkOf(page, 'phone_1').click();
  await page.getByRole('textbox').fill('');
  await page.getByRole('textbox').evaluate((field: HTMLInputElement) => field.form!.setAttribute('novalidate', ''));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please fill in this text' })).toBeVisible();
});

test('each service leads to a form about it', async ({ page, product, javaScriptEnabled }) => {
  await product.restoreContent();
  await emptyTables(product.sql, 'messages');
  await page.goto(paths.services);
  const [service] = await product.sql('select id, title from services order by display_order limit 1');
  const title = String(service!.title);
  const links = page.getByRole('link', { name: /^Ask about this/ });
  await expect(links).toHaveCount(4);
  await expect(links.first()).toContainText(title);
  await links.first().click();
  await expect(page).toHaveURL(`/contact-form?about=${Number(service!.id)}`);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await expect(subject).toHaveValue(title);
  await open(page, paths.contactFormAbout(Number(service!.id)), javaScriptEnabled!);
  await expect(subject).toHaveValue(title);
  await page.getByRole('textbox', { name: 'Full name' }).fill(filledIn.fullName);
  await page.getByRole('textbox', { name: 'Email' }).fill(filledIn.email);
  await page.getByRole('textbox', { name: 'Message' }).fill(filledIn.message);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Thank you! Your message has been received.')).toBeVisible();
  expect((await product.sql('select subject from messages order by id desc limit 1'))[0]).toEqual({ subject: title });
  for (const nonsense of ['0', 'x', '99999', '1e0', '']) {
    await page.goto(`${paths.contactForm}?about=${nonsense}`);
    await expect(subject).toHaveValue('');
  }
});
