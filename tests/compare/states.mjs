import fs from 'node:fs';
import path from 'node:path';

/** @typedef {{ path: string, name: string, act?: (page: import('@playwright/test').Page) => Promise<void> }} State */
/** @type {{ name: string, isStaff: boolean, command: string[] | undefined, states: State[] }[]} */
export const phases = [];

for (const line of fs.readFileSync(path.join(import.meta.dirname, 'states.txt'), 'utf8').split('\n')) {
  const [addresses, name = '', act] = line.split(' | ');
  if (line.startsWith('== ')) {
    const [who, command] = line.slice(3).split(': ');
    phases.push({ name: who, isStaff: who.startsWith('staff'), command: command?.split(' '), states: [] });
  } else if (line && !line.startsWith('#'))
    for (const address of addresses.split(' '))
      phases.at(-1).states.push({ path: address, name, act: act && doing(act) });
}

/** @param {string} words such as `send message email=none` */
function doing(words) {
  const [verb, what, ...values] = words.split(' ');
  return (page) => (verb === 'send' ? send(page, what, values) : press(page, what));
}

/** Bypasses the browser's validation, so that the server's answer shows. */
async function send(page, field, values) {
  const form = page.locator('form', { has: page.locator(`[name="${field}"]`) }).first();
  await form.evaluate((element) => (element.noValidate = true));
  for (const [name, value] of values.map((each) => each.split('=')))
    await form.locator(`[name="${name}"]`).first().fill(value);
  const isSent = (answer) => answer.request().method() === 'POST';
  const sent = page.waitForResponse(isSent, { timeout: 5000 }).catch(() => {}); // none where scripts refuse the form
  await form.locator('button:not([type="button"])').last().click();
  await sent;
  await page.waitForTimeout(1000);
}

/** Does nothing without such a button, as with scripts off or in a wide window. */
async function press(page, name) {
  const button = page.getByRole('button', { name: new RegExp(name, 'i') }).first();
  if (await button.isVisible()) await button.click();
  await page.waitForTimeout(800);
}
