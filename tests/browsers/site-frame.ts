import { expect, inject } from 'vitest';
import { paths, publicPages } from '#app/paths.ts';
import { makeAccount } from '../support/accounts.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { makeSession } from '../support/session.ts';
import { HAS_SCRIPTS, SCRIPTS, test } from './fixtures.ts';

const THEME = 'document.documentElement.dataset.theme';
const HEADING = `document.querySelector('h1').textContent`;
const PATH = 'location.pathname';

test('on a phone the menu opens before and after the scripts; Escape closes it', async ({ tab, site, see }) => {
  const isOpen = `document.querySelector('header details').open`;
  await tab.resize(390, 844);
  const letScripts = site.hold(SCRIPTS);
  await tab.goto(site.url + paths.home, 'interactive');
  await tab.click('header summary');
  await see(isOpen, true);
  letScripts();
  await see(HAS_SCRIPTS, true);
  await see(isOpen, true);
  await tab.press(['Tab', 'Escape']);
  await see(isOpen, false);
  await see('document.activeElement.tagName', 'SUMMARY');
  await tab.click('header summary');
  await see(isOpen, true);
  await tab.click(`header details a[href="${paths.about}"]`);
  await see(`${PATH} + ' ' + ${isOpen}`, `${paths.about} false`);
});

test('a chosen theme is shown at once, kept, and there as a page begins', async ({ tab, site, visit, see }) => {
  const chosen = `[...document.querySelectorAll('theme-choice [aria-pressed=true]')].map(({ value }) => value)`;
  const ground = 'getComputedStyle(document.body.parentElement).backgroundColor';
  await visit(paths.services);
  const light = await tab.evaluate(ground);
  await tab.click('header theme-choice [value=dark]');
  await see(THEME, 'dark');
  await see(`${ground} === '${light as string}'`, false);
  await see(chosen, ['dark', 'dark']); // in the header and in the menu
  await see(PATH, paths.services);
  await see(`localStorage.getItem('theme')`, 'dark');
  await see(`document.cookie.includes('theme=dark')`, true);
  const letScripts = site.hold(SCRIPTS);
  await tab.goto(site.url + paths.about, 'interactive');
  await see(THEME, 'dark');
  letScripts();
  await see(HAS_SCRIPTS, true);
  await tab.click('header theme-choice [value=light]');
  await see(`${THEME} + document.cookie.includes('theme=light')`, 'lighttrue');
});

test('back to top appears once the page is scrolled, and leads there', async ({ tab, visit, see }) => {
  const isHidden = `document.querySelector('back-to-top').hidden`;
  await visit(paths.about);
  await see(isHidden, true);
  await tab.evaluate(`scrollTo({ top: 301, behavior: 'instant' })`);
  await see(isHidden, false);
  await tab.evaluate(`scrollTo({ top: 1500, behavior: 'instant' })`);
  await tab.click('back-to-top button');
  await see('scrollY', 0);
  await see(isHidden, true);
});

test('Go Back on the 404 page leads to where the visitor came from', async ({ tab, visit, see, expectedErrors }) => {
  expectedErrors.push(/404/);
  await visit(paths.services);
  await tab.evaluate(`document.querySelector('main').insertAdjacentHTML('afterbegin', '<a href="/missing">Gone</a>')`);
  await tab.click('a[href="/missing"]');
  await see(HEADING, '404 Page Not Found');
  await see(HAS_SCRIPTS, true);
  await tab.click('[data-back]');
  await see(`${PATH} + ' ' + ${HEADING}`, `${paths.services} Our Services`);
});

/** Whether the browser has gone back, by restoring the page or by loading it. */
const IS_BACK = `document.readyState === 'complete' &&
  (window.isShownAgain === true || performance.getEntriesByType('navigation')[0].type === 'back_forward')`;

test('a loading note shows on the way to another page, and is gone on Back', async ({ tab, site, visit, see }) => {
  const note = `document.querySelector('page-loading').textContent`;
  for (const [path, text] of [
    [paths.services, 'Loading services...'],
    [paths.about, 'Loading...'],
  ] as const) {
    await visit(paths.contact);
    await tab.evaluate(`void addEventListener('pageshow', () => (window.isShownAgain = true))`);
    // Some browsers cannot be queried while a page is being left, so the page records what it shows.
    await tab.evaluate(`new MutationObserver(() => {
      const part = document.querySelector('page-loading span');
      if (part.textContent && part.checkVisibility()) sessionStorage.setItem('said', part.textContent);
    }).observe(document.querySelector('page-loading'), { subtree: true, attributes: true, childList: true })`);
    const letPage = site.hold(new RegExp(`^${path}$`));
    await tab.click(`header nav a[href="${path}"]`);
    letPage();
    await see(PATH, path);
    await see(`sessionStorage.getItem('said')`, text);
    await see(HAS_SCRIPTS, true);
    await see(note, '');
    await tab.evaluate('void setTimeout(() => history.back())');
    await see(`${PATH} + ${note}`, paths.contact);
    await see(IS_BACK, true); // Firefox drops a navigation that starts sooner
  }
});

test('every public page shows its heading and fits a phone, without an error', async ({ tab, visit, see }) => {
  await tab.resize(390, 844);
  for (const path of publicPages) {
    await visit(path);
    await see(`document.querySelectorAll('h1').length`, 1);
    await see('document.documentElement.scrollWidth <= innerWidth', true);
    expect([path, await tab.takeErrors()]).toEqual([path, []]);
  }
});

// Chromium opens them in every-page.spec.ts.
if (inject('browser') !== 'Chromium')
  test('every staff page fits a phone', async ({ tab, visit, site, see, expectedErrors }) => {
    expectedErrors.push(/40[0-9]|410/); // of pages that want an address with more in it
    const { accountId } = await makeAccount(site.sql, 'admin');
    await tab.resize(390, 844);
    await visit(paths.contact);
    await tab.evaluate(`void (document.cookie = 'session=${await makeSession(site.sql, accountId, 'admin')}; path=/')`);
    const pages = builtRoutes().filter(({ hasPage, address }) => hasPage && address.startsWith(paths.admin.root));
    for (const { address } of pages.filter((each) => !each.address.includes(':'))) {
      await tab.goto(site.url + address);
      await see(`${PATH} !== '${paths.admin.login}' && document.documentElement.scrollWidth <= innerWidth`, true);
    }
    await tab.evaluate(`void (document.cookie = 'session=; path=/; max-age=0')`);
  });
