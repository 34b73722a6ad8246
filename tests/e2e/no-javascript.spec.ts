import { expect, test } from '../support/fixtures.ts';
import type { Page } from '@playwright/test';
import { paths } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { ago, DAY_MS, emptyTables } from '../support/content.ts';
import { filledIn } from '../support/enquiries.ts';
import { pdf } from '../support/manage-documents.ts';
import { names, order, startWithThree, stored } from '../support/manage-services.ts';
import { fillEnquiry } from '../support/site-page.ts';
import { signIn, signInToInbox } from '../support/signed-in.ts';

// Pages in a browser without JavaScript. HTTP tests cover the server's answers to forms.
test.use({ javaScriptEnabled: false });

const { admin } = paths;
const THANKS = 'Thank you! Your message has been received.';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

test('an enquiry is corrected, sent by a double press once, and thanked for', async ({ page, product }) => {
  await emptyTables(product.sql, 'messages');
  await page.goto(paths.contactForm);
  await fillEnquiry(page);
  await page.locator('main form').evaluate((form: HTMLFormElement) => (form.noValidate = true));
  await page.getByRole('textbox', { name: 'Subject' }).fill('ab');
  await press(page, 'Send Message');
  await expect(page).toHaveTitle(/^Error: Get In Touch/);
  const subject = page.getByRole('textbox', { name: 'Subject' });
  await expect(subject).toHaveAccessibleDescription(/Subject must be at least 3 characters$/);
  await page.getByRole('alert').getByRole('link', { name: 'Subject must be at least 3 characters' }).click();
  await expect(subject).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(filledIn.message);
  await subject.fill(filledIn.subject);
  await page.getByLabel('Drawings and photos (optional)').setInputFiles(pdf);
  await page.waitForTimeout(500); // a page that answers a form ignores sooner presses
  await page.getByRole('button', { name: 'Send Message' }).dblclick();
  await expect(page.getByText(THANKS)).toBeVisible();
  await expect(page).toHaveURL(paths.contactFormSent);
  await expect(subject).toHaveValue('');
  await page.reload();
  await expect
    .poll(() => product.sql('select name, service_type, preferred_contact from messages'))
    .toEqual([{ name: filledIn.fullName, service_type: 'lift-plan-review', preferred_contact: 'either' }]);
  await expect
    .poll(() => product.sql('select name from enquiry_files where message_id is not null'))
    .toEqual([{ name: pdf.name }]);
});

test('staff are led to the login page, sign in, and sign out', async ({ page, product }) => {
  const { email, password } = await makeAccount(product.sql, 'editor');
  await page.goto(admin.services);
  await expect(page).toHaveURL(admin.login);
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeHidden();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not the password');
  await press(page, 'Sign In');
  await expect(page.getByRole('alert')).toHaveText('Invalid email or password');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password').fill(password);
  await page.waitForTimeout(500);
  await press(page, 'Sign In');
  await expect(page).toHaveURL(admin.dashboard);
  await page.goto(admin.account);
  await expect(page.getByLabel('Show passwords')).toHaveCount(0); // it would not work
  await says(page, 'Adding and using a passkey needs JavaScript.');
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeHidden();
  await press(page, 'Logout');
  await expect(page).toHaveURL(paths.home);
});

test('services are put in order, undone, and added; an edit meets that of a colleague', async ({ page, product }) => {
  await startWithThree(page, product);
  await page.goto(admin.services);
  await press(page, 'Move up Charlie sling');
  await says(page, 'Service order updated successfully');
  expect(await order(page)).toEqual(['Alpha crane', 'Charlie sling', 'Bravo hoist']);
  await page.waitForTimeout(500);
  await press(page, 'Undo');
  await says(page, 'Undone');
  expect(await stored(product)).toEqual(names.map((name, i) => `${i + 1} ${name}`));

  await page.goto(admin.newService);
  await expect(page.getByRole('radio')).toHaveCount(31);
  await page.getByRole('radio', { name: 'Gauge' }).check();
  await page.getByLabel('Service Title').fill('With icon');
  await page.getByLabel('Service Description').fill('x');
  await press(page, 'Add Service');
  await says(page, 'Service added successfully');
  await expect.poll(() => product.sql.value("select icon from services where title = 'With icon'")).toBe('Gauge');

  const [service] = await product.sql<{ id: number }>('select id from services where title = $1', [names[1]]);
  await page.goto(admin.editService(service!.id));
  await page.getByLabel('Service Title').fill('Mine');
  await product.sql("update services set title = 'Theirs', version = version + 1 where id = $1", [service!.id]);
  await press(page, 'Update Service');
  await expect(page.getByRole('region', { name: 'Saved by someone else' })).toContainText('Theirs');
  await expect(page.getByRole('alert').filter({ hasText: 'Changed by someone else' })).toBeFocused();
  await expect(page.getByLabel('Service Title')).toHaveValue('Mine');
  await page.waitForTimeout(500);
  await press(page, 'Update Service');
  await says(page, 'Service updated successfully');
  expect(await stored(product)).toContain('2 Mine');
});

test('a document is uploaded, and visitors read it', async ({ page, product }) => {
  await product.sql('delete from pdf_documents');
  await signIn(page, product, 'editor');
  await page.goto(admin.newDocument);
  await page.getByLabel('Title').fill('Lift plan');
  await page.getByLabel('PDF File').setInputFiles(pdf);
  await press(page, 'Upload Document');
  await says(page, 'Document uploaded successfully');
  await page.goto(paths.about);
  await page.getByText('View Document', { exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: 'Lift plan' })).toBeVisible();
  const address = (await dialog.getByRole('link', { name: 'Open in New Tab' }).getAttribute('href'))!;
  expect((await (await page.request.get(address)).body()).equals(pdf.buffer)).toBe(true);
  await dialog.getByRole('link', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
});

test('enquiries are marked together, answered and logged; nothing needs a script', async ({ page, product }) => {
  await signInToInbox(page, product, 3, (i) => ({ name: `Client ${i}`, created_at: ago(i * DAY_MS) }));
  await page.goto(admin.messages);
  await expect(page.getByRole('checkbox')).toHaveCount(3); // without the one that selects all
  for (const n of [1, 2]) await page.getByRole('checkbox', { name: new RegExp(`Client ${n}`) }).check();
  await press(page, 'Mark Read');
  await says(page, '2 messages marked as read');
  await page.goto(admin.message(3));
  await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('We can come on Monday.');
  await press(page, 'Send reply');
  await says(page, 'Reply queued');
  await expect(page.getByRole('dialog').getByRole('list')).toContainText('We can come on Monday.');
  await page.goto(admin.logEnquiry);
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveAttribute('type', 'tel');
});

test('the keyboard reaches an enquiry above the list by two skip links, not through it', async ({ page, product }) => {
  await signInToInbox(page, product, 3);
  for (const width of [360, 1366]) {
    await page.setViewportSize({ width, height: 740 });
    await page.goto(admin.messages);
    await expect(page.getByRole('link', { name: 'Skip to the message' })).toHaveCount(0);
    await page.goto(admin.message(2));
    for (const name of ['Skip to content', 'Skip to the message']) {
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      const isOnTop = (link: Element) => {
        const { x, y } = link.getBoundingClientRect();
        return link.contains(document.elementFromPoint(x + 9, y + 9));
      };
      expect(await skip.evaluate(isOnTop)).toBe(true);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('heading', { name: 'Message Details' })).toBeFocused();
  }
});

test('the menu opens, as does that of staff, and the first slide is not the only one', async ({ page, product }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(paths.home);
  const carousel = page.locator('[aria-roledescription=carousel]');
  await expect(carousel.getByRole('button')).toHaveCount(0); // they would not work
  const strip = carousel.locator('.strip');
  await expect(strip).toHaveCSS('scroll-snap-type', /x mandatory/);
  await strip.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => strip.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  await page.locator('header summary').click();
  await page.locator('header').getByRole('link', { name: 'About', exact: true }).filter({ visible: true }).click();
  await expect(page).toHaveURL(paths.about);

  await signIn(page, product, 'admin');
  await page.goto(admin.dashboard);
  const sidebar = page.locator('#sidebar');
  await expect(sidebar).toBeHidden();
  await page.locator('header').getByLabel('Open menu').click();
  await expect(sidebar).toBeVisible();
  await page.getByRole('link', { name: 'Manage Services' }).click();
  await expect(page).toHaveURL(admin.services);
  await expect(sidebar).toBeHidden();
});

test('a page that answers a form ignores presses for half a second, as does a dialog', async ({ page, product }) => {
  await signInToInbox(page, product, 3, (i) => ({ name: `Client ${i}` }));
  await page.goto(admin.messages);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const isDeaf = async () => {
    await page.waitForLoadState();
    return page.evaluate(() => {
      const isHeld = (one: Element) => getComputedStyle(one).animationName === 'hold-still';
      const held = [...document.querySelectorAll<HTMLElement>('*')].find(isHeld);
      let duration: unknown;
      if (held) {
        // Restarts the animation: on a slow machine the half second is over by now.
        held.style.animationName = 'none';
        held.getAnimations();
        held.style.animationName = '';
        const [rest] = held.getAnimations();
        rest!.pause();
        duration = rest!.effect!.getComputedTiming().duration;
      }
      const shown = document.elementsFromPoint(innerWidth / 2, innerHeight / 2)[0]!;
      return { duration, takesPress: Boolean(shown.closest('main')) };
    });
  };
  expect(await isDeaf()).toEqual({ duration: undefined, takesPress: true });
  const row = (client: string) => page.getByRole('row').filter({ hasText: client });
  await row('Client 2').getByRole('button', { name: 'Mark read' }).click();
  expect(await isDeaf()).toEqual({ duration: 500, takesPress: false });
  await page.goto(admin.messages);
  await row('Client 3').getByRole('button', { name: 'View' }).click();
  expect((await isDeaf()).duration).toBe(500);
});
