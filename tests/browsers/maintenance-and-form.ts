import path from 'node:path';
import sharp from 'sharp';
import { expect } from 'vitest';
import { paths } from '#app/paths.ts';
import { filledIn } from '../support/enquiries.ts';
import { testFolder } from '../support/test-folder.ts';
import { HAS_SCRIPTS, SCRIPTS, test } from './fixtures.ts';

const folder = testFolder();
const HEADING = `document.querySelector('h1')?.textContent`;
const FOCUSED = 'document.activeElement.textContent';
const MAINTENANCE = 'Maintenance in Progress';
const SAID = 'announcements.textContent';
const WITHIN_A_SECOND = { timeout: 1000 };

test('an open page gives way to maintenance within a second, and is back', async ({ tab, follow, maintain, see }) => {
  await follow(paths.about);
  await tab.evaluate('window.same = true');
  await maintain(true);
  await see(HEADING, MAINTENANCE, WITHIN_A_SECOND);
  await see(FOCUSED, MAINTENANCE);
  await see('document.title.startsWith(document.querySelector("h1").textContent)', true);
  await maintain(false);
  await see(HEADING, 'About Us', WITHIN_A_SECOND);
  await see(FOCUSED, 'About Us');
  await see(SAID, 'The site is back');
  await see('window.same && document.title.startsWith("About Us")', true);
});

test('a screen as an answer gives way without reload', async ({ tab, site, follow, maintain, see, expectedErrors }) => {
  expectedErrors.push(/503/);
  await maintain(true);
  await expect.poll(async () => (await fetch(site.url)).status).toBe(503);
  await follow(paths.liftPlanning);
  await see(HEADING, MAINTENANCE);
  await see(`document.activeElement.tagName`, 'BODY'); // a new document has no focus
  await tab.evaluate('window.same = true');
  await maintain(false);
  await see(FOCUSED, 'Lift Planning');
  await see(SAID, 'The site is back');
  await see('window.same && document.title.startsWith("Lift Planning")', true);
  await see('getComputedStyle(document.querySelector("main .btn")).display', 'flex'); // with its styles
});

test('after maintenance a visitor goes on typing where the cursor was', async ({ tab, follow, maintain, see }) => {
  const text = 'Half an hour of ';
  await follow(paths.contactForm);
  await tab.evaluate('window.same = true');
  await tab.click('[name=message]');
  await tab.press([...text]);
  await maintain(true);
  await see(HEADING, MAINTENANCE, WITHIN_A_SECOND);
  await maintain(false);
  await see(HEADING, 'Get In Touch', WITHIN_A_SECOND);
  await see('[window.same, document.activeElement.value]', [true, text]);
  await tab.press([...'typing']);
  await see('document.querySelector("[name=message]").value', `${text}typing`);
  await tab.evaluate('sessionStorage.clear()');
});

test('an enquiry is typed, sent, stored and thanked for', async ({ tab, site, visit, see }) => {
  await visit(paths.contactForm);
  const photo = path.join(folder, 'tag.jpg'); // as large as phones make them, so that the page shrinks it
  await sharp({
    create: {
      width: 2000,
      height: 1500,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 95 })
    .toFile(photo);
  await tab.choose('[name=files]', photo);
  await see(`document.querySelector('main form ul').innerText.includes('tag.jpg')`, true);
  for (const name of ['fullName', 'email', 'subject'] as const) {
    await tab.click(`[name=${name}]`);
    await tab.press([...filledIn[name]]);
  }
  await tab.evaluate(`document.querySelector('[name=serviceType]').focus()`);
  await tab.press(['L']); // selects the service type with this letter
  await tab.click('[name=message]');
  await tab.press([...'A process column of 42 t.']);
  await tab.click('[name=preferredContact][value=either]');
  await tab.click('[name=consent]');
  await tab.click('main form button[type=submit]');
  await see(`document.body.innerText.includes('Thank you! Your message has been received.')`, true);
  expect(await site.sql('select name, subject, message, service_type, preferred_contact from messages')).toEqual([
    {
      name: filledIn.fullName,
      subject: filledIn.subject,
      message: 'A process column of 42 t.',
      service_type: 'lift-plan-review',
      preferred_contact: 'either',
    },
  ]);
  expect(await site.sql('select name, kind from enquiry_files')).toEqual([{ name: 'tag.jpg', kind: 'jpeg' }]);
  const typed = `document.querySelector('[name=message]').value`;
  await see(typed, '', { timeout: 7000 });
  const letScripts = site.hold(SCRIPTS);
  await tab.evaluate('window.same = true, location.reload()');
  await see('window.same !== true && document.readyState !== "loading"', true, { timeout: 5000 });
  expect(await tab.evaluate(typed)).toBe('');
  letScripts();
  await see(HAS_SCRIPTS, true);
  expect([...site.answered].filter((path) => path.startsWith('/__manifest'))).toEqual([]);
});
