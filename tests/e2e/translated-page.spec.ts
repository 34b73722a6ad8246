import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { filledIn } from '../support/enquiries.ts';
import { expect, test } from '../support/fixtures.ts';
import { signInToInbox } from '../support/signed-in.ts';
import { follow, open } from '../support/site-page.ts';

// Works as Chrome's translation does: puts each text, including later ones, into elements of its own.
const translate = (page: Page) =>
  page.evaluate(() => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        const { parentElement } = text;
        if (!text.data.trim() || parentElement?.closest('font, script, style, textarea, title, noscript')) continue;
        const outer = document.createElement('font');
        const inner = document.createElement('font');
        inner.textContent = text.data;
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    wrap(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node.isConnected) wrap(node);
    }).observe(document.body, { childList: true, subtree: true });
  });

test('a translated contact form gives hints, validates, keeps its files and is sent', async ({ page, product }) => {
  await open(page, paths.contactForm);
  await translate(page);
  const file = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('button', { name: 'Remove plan.pdf' })).toBeVisible();
  for (let round = 0; round < 2; round++) {
    await page.getByRole('radio', { name: 'Phone' }).check();
    await expect(page.getByText('If you would like a call')).toBeVisible();
    await page.getByRole('radio', { name: 'Email' }).check();
    await expect(page.getByText('If you would like a call')).toBeHidden();
    await page.getByRole('textbox', { name: 'Email' }).fill('ann@gmial.com');
    await page.getByRole('textbox', { name: 'Subject' }).focus();
    await page.getByRole('button', { name: 'ann@gmail.com' }).click();
    await expect(page.getByText('Did you mean')).toBeHidden();
  }
  await page.getByRole('button', { name: 'Send Message', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Please check the following');
  await page.getByRole('textbox', { name: 'Full name' }).fill(filledIn.fullName);
  await page.getByRole('textbox', { name: 'Subject' }).fill('Translated');
  await page.getByRole('textbox', { name: 'Message' }).fill(filledIn.message);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Send Message', exact: true }).click();
  await expect(page.getByText('Thank you!')).toBeVisible();
  const stored = "select f.name from enquiry_files f join messages m on m.id = message_id where subject = 'Translated'";
  await expect.poll(() => product.sql(stored)).toEqual([{ name: 'plan.pdf' }]);
});

test('a contact form that React has to render anew follows maintenance', async ({ page, product, errors }) => {
  errors.expect(/Minified React error #(418|423)/);
  await page.addInitScript(() =>
    // as an extension does
    addEventListener('DOMContentLoaded', () => document.head.prepend(document.createElement('meta'))),
  );
  await follow(page, paths.contactForm);
  await product.setMaintenance(true);
  await expect(page.getByRole('heading', { level: 1, name: 'Maintenance in Progress' })).toBeVisible();
  await product.setMaintenance(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Get In Touch' })).toBeVisible();
});

test('translated staff pages work', async ({ page, product }) => {
  await signInToInbox(page, product, [{ subject: 'Translated' }]);
  await openAdmin(page, paths.admin.dashboard);
  await translate(page);
  const links = page.getByRole('navigation').first().locator('a[href^="/admin"]');
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  for (const address of addresses) {
    await page.locator(`nav a[href="${address}"]`).first().click();
    await expect(page).toHaveURL(new RegExp(`${address}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Something went wrong')).toHaveCount(0);
  }
});
