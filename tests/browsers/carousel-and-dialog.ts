import sharp from 'sharp';
import { expect, inject } from 'vitest';
import { paths } from '#app/paths.ts';
import { test } from './fixtures.ts';

test('the hero advances by itself, can be paused, led on and started again', async ({ tab, visit, see }) => {
  const current = `[...document.querySelectorAll('.strip > *')].findIndex(({ ariaHidden }) => ariaHidden !== 'true')`;
  const state = `[document.querySelector('.strip').ariaLive, document.querySelector('[data-control=toggle]').ariaLabel]`;
  const seen = `[...document.querySelectorAll('.strip > *')]
    .findIndex((each) => Math.abs(each.getBoundingClientRect().left) < 2)`;
  await visit(paths.home);
  await see(`document.querySelector('[data-controls]').checkVisibility()`, true);
  await see(state, ['off', 'Pause slides']);
  await see(current, 0);
  await see(current, 1); // after 5 s
  await tab.click('[data-control=toggle]');
  await see(state, ['polite', 'Play slides']);
  const before = await tab.evaluate<number>(current);
  await tab.click('[data-control=next]');
  await see(`[${current}, ${seen}]`, [before + 1, before + 1]);
  await tab.click('[data-slide="4"]');
  await see(`[${current}, ${seen}]`, [4, 4]);
  await tab.click('[data-control=next]');
  await see(`[${current}, ${seen}]`, [0, 0]);
  expect(await tab.evaluate(`document.querySelector('[data-slide="0"]').ariaCurrent`)).toBe('true');
  await tab.click('[data-control=toggle]');
  await see(state, ['off', 'Pause slides']);
});

// Phones with WebKit show a document themselves; Chromium and Firefox have viewers of their own.
if (inject('browser') === 'WebKit')
  test('a document shows, not an empty page', async ({ tab, site }) => {
    const [first] = await site.sql<{ file: string }>('select file_path as file from pdf_documents order by id limit 1');
    await tab.navigate(site.url + paths.document(first!.file)); // a PDF has no scripts that report its load
    const colours = async () => {
      const { data } = await sharp(await tab.screenshot())
        .resize(200)
        .raw()
        .toBuffer({ resolveWithObject: true });
      return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.readUInt32BE(at * 4))).size;
    };
    await expect.poll(colours, { timeout: 10_000 }).toBeGreaterThan(500);
  });

const OPEN = `document.querySelector('dialog[open] h2')?.textContent ?? null`;
const HOLDS_FOCUS = `document.querySelector('dialog').contains(document.activeElement)`;
const FOCUSED = 'document.activeElement.dataset.title ?? null';

test("a document's dialog keeps the focus, and gives it back on Escape", async ({ tab, site, visit, see }) => {
  await visit(paths.about);
  await tab.click('[data-title="Company Profile"]');
  await see(OPEN, 'Company Profile');
  await tab.press(['Escape']);
  const [policy] = await site.sql(`select file_path from pdf_documents where title = 'H.S.E. Policy'`);
  const close = async () => {
    await tab.press(['Escape']);
    await see(OPEN, null);
    await see(FOCUSED, 'H.S.E. Policy');
  };
  await tab.click('[data-title="H.S.E. Policy"]');
  await see(OPEN, 'H.S.E. Policy');
  await see(HOLDS_FOCUS, true);
  await see('location.search', '');
  await see(`document.querySelector('dialog a[target=_blank]').pathname`, paths.document(policy!.file_path));
  for (let i = 0; i < 5; i++) {
    await tab.press(['Tab']);
    expect(await tab.evaluate(HOLDS_FOCUS)).toBe(true);
  }
  await close();
  for (const key of ['Enter', ' ']) {
    await tab.press([key]);
    await see(OPEN, 'H.S.E. Policy');
    await close();
  }
  await tab.press(['Enter']);
  await tab.click('dialog [data-close]');
  await see(OPEN, null);
  await see(FOCUSED, 'H.S.E. Policy');
});

test('the address of a document opens its dialog, until it is closed', async ({ tab, site, visit, see }) => {
  const [document] = await site.sql<{ id: number; title: string }>('select id, title from pdf_documents limit 1');
  await visit(paths.aboutDocument(document!.id));
  await see(OPEN, document!.title);
  await see(`document.querySelectorAll('[role=dialog], dialog').length`, 1);
  await see(HOLDS_FOCUS, true);
  await tab.press(['Escape']);
  await see(OPEN, null);
  await see('location.pathname + location.search + location.hash', `${paths.about}#company-documents`);
});
