import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { builtRoutes } from '../support/built-routes.ts';

/** The files in which Tailwind looks for the classes of a style sheet. */
function sourcesOf(sheet: string): Set<string> {
  const files = new Set<string>();
  for (const [, not, glob] of fs.readFileSync(sheet, 'utf8').matchAll(/^@source (not )?'(.+)';$/gm)) {
    const pattern = path.join(path.dirname(sheet), glob!);
    for (const file of fs.globSync(not ? `${pattern}/**/*` : pattern))
      if (not) files.delete(file);
      else files.add(file);
  }
  return files;
}

/** A module with all that it shows, and what that shows. */
function shownBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, to] of fs.readFileSync(file, 'utf8').matchAll(/(?:from |import\()'([.#][^']+\.tsx)'/g))
    shownBy(to!.startsWith('#') ? to!.slice(1) : path.join(path.dirname(file), to!), found);
  return found;
}

const routes = builtRoutes();
const isPublic = (id: string | undefined): boolean =>
  id === 'site/site.layout' || (id !== undefined && isPublic(routes.find((route) => route.id === id)?.parentId));
const publicPages = routes
  .map(({ id }) => id)
  .filter(isPublic)
  .map((id) => `app/${id}.tsx`);
const otherPages = fs.globSync('app/**/*.{page,layout}.tsx').filter((file) => !publicPages.includes(file));

it.each([
  ['app/site/site.css', 'public', publicPages],
  ['app/admin/admin.css', 'other', otherPages],
])('%s has the styles of all that the %s pages show', (sheet, _whose, pages) => {
  const shown = [...new Set(pages.flatMap((file) => [...shownBy(file)]))];
  const styled = shown.filter((file) => /className=(?:"|{[`'])/.test(fs.readFileSync(file, 'utf8')));
  const sources = sourcesOf(sheet);
  expect(styled.length).toBeGreaterThan(15);
  expect(styled.filter((file) => !sources.has(file))).toEqual([]);
});
