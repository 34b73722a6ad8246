import { paths } from '#app/paths.ts';
import { openAdmin } from '../support/admin-page.ts';
import { add, ago, HOUR_MS } from '../support/content.ts';
import { expect, test } from '../support/fixtures.ts';
import { expectFits } from '../support/fits.ts';
import { signInToInbox } from '../support/signed-in.ts';

const subjects = ['Tandem lift of a process column', 'Lift of a transformer', 'Inspection of slings and shackles'];
const services = ['rigging-supervision', 'equipment-assessment', 'training-request', null];
const companies = ['Ramkissoon Steel Erectors Ltd', '', 'Windward Port Authority'];
const payloads = companies.map((companyName) => ({ companyName }));

test.beforeEach(async ({ page, product }) => {
  await signInToInbox(page, product, 60, (i) => ({
    name: i % 2 ? 'Jean-Luc Fontenelle' : 'Anisa Ramkissoon',
    email: i % 2 ? 'jean.luc.fontenelle@example.com' : 'anisa.ramkissoon@example.com',
    subject: subjects[i % 3],
    message: 'We have a column of 42 t and 31 m to set.\nTwo crawler cranes are on site, and a third may come.',
    service_type: services[i % 4],
    preferred_contact: i % 3 ? 'either' : null,
    is_read: i % 2 > 0,
    created_at: ago(i * HOUR_MS),
  }));
  const told = (i: number) => ({ message_id: i, state: 'sent', sent_at: ago(0), payload: payloads[i % 3] });
  await add(product.sql, 'notifications', 60, told);
});

test('a row says who, from where, what and how long, and many fit on a screen', async ({ page }) => {
  await page.clock.install();
  await openAdmin(page, paths.admin.messagesThatWait);
  const row = page.getByRole('row').filter({ has: page.locator('#view-60') });
  for (const [width, height, rows] of [
    [360, 800, 8],
    [768, 900, 8],
    [1440, 900, 14],
    [1680, 900, 8],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const text of ['Anisa Ramkissoon', 'Ramkissoon Steel Erectors Ltd', 'Overdue', '36 h', subjects[0]!])
      await expect(row.getByText(text).first()).toBeVisible();
    await expect(row).toContainText('Overdue by 36 h');
    await expect(row).toContainText('We have a column of 42 t and 31 m to set. Two crawler');
    expect((await row.boundingBox())!.height).toBeLessThan(75);
    await expect(row.getByText('New', { exact: true })).toBeVisible();
    for (const target of await row.locator('.row-action').or(page.locator('main :is(a, summary):visible')).all()) {
      const box = (await target.boundingBox())!;
      if (box.width === 1) continue; // its target covers the whole row
      expect(Math.min(box.width, box.height)).toBeGreaterThan(23.99);
    }
    await expect(row.getByRole('button', { name: /trash/i })).toHaveCount(0);
    const seen = await page
      .locator('tbody tr')
      .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().bottom <= innerHeight).length);
    expect(seen, `at ${width} px`).toBeGreaterThanOrEqual(rows);
    await expectFits(page, [width]);
  }
  await page.clock.fastForward('02:00:00');
  await expect(row).toContainText('Overdue by 38 h');
});

test('a press anywhere in a row opens its message, except on its other controls', async ({ page, product }) => {
  const rowOf = (id: number) => page.getByRole('row').filter({ has: page.locator(`#view-${id}`) });
  await page.setViewportSize({ width: 360, height: 800 });
  await openAdmin(page, paths.admin.messagesThatWait);
  await rowOf(60).getByRole('checkbox').check();
  await rowOf(60)
    .getByRole('button', { name: /^Mark answered/ })
    .click();
  await expect(page.getByText('Message marked as answered')).toBeVisible();
  await expect.poll(() => product.sql('select id from messages where answered_at is not null')).toEqual([{ id: 60 }]);
  await openAdmin(page, paths.admin.messagesThatWait);
  for (const width of [360, 768, 1366, 1680]) {
    await page.setViewportSize({ width, height: 900 });
    const words = rowOf(59).getByText(subjects[2]!, { exact: true });
    if (width === 1366) await rowOf(59).dispatchEvent('click'); // at a point that its button does not cover
    else await words.click({ force: true });
    const details = page.getByRole(width < 1600 ? 'dialog' : 'region', { name: 'Message Details' });
    await expect(details).toContainText(subjects[2]!);
    await details.getByLabel('Close').click();
    await expect(details).toHaveCount(0);
  }
});
