import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { publicPages } from '#app/paths.ts';
import { testSite } from '../support/database.ts';
import { rawRequest } from '../support/raw-request.ts';

// Each has a word by which the test finds it in the built scripts.
const notForVisitors = {
  SortableJS: 'sortable-',
  'the icon set': 'lucide-',
  'the admin area': 'Manage Services',
  'what edits texts in their place': 'text-editor',
};

const { site } = await testSite();

const read = (address: string) => fs.readFileSync(path.join('build/client', address), 'utf8');

/** The scripts that a page names, and all that they import, now or later. */
async function scriptsOf(page: string): Promise<Set<string>> {
  const html = (await rawRequest(site.url, page)).text;
  const found = new Set<string>();
  const follow = (text: string) => {
    for (const [, name] of text.matchAll(/["'](?:\/assets\/|\.\/)([\w.-]+\.js)["']/g)) {
      if (found.has(name!) || name!.startsWith('manifest-')) continue;
      found.add(name!);
      follow(read(`assets/${name}`));
    }
  };
  follow(html);
  return found;
}

it('what visitors download holds nothing of the staff, SortableJS or the icon set', async () => {
  const all = fs.readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
  for (const word of Object.values(notForVisitors))
    expect(all.some((name) => read(`assets/${name}`).includes(word))).toBe(true); // the test could find it
  for (const page of publicPages) {
    const scripts = await scriptsOf(page);
    expect(scripts.size).toBeGreaterThan(1); // the elements, and the slider that they may load
    for (const name of scripts)
      for (const [what, word] of Object.entries(notForVisitors))
        expect(read(`assets/${name}`).includes(word), `${what} in ${name}, on ${page}`).toBe(false);
  }
});
