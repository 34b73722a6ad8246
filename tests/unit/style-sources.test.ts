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
  for (const [, to] of fs.readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.tsx)'/g))
    shownBy(path.join(path.dirname(file), to!), found);
  return found;
}

const routes = builtRoutes();
const isIn = (layout: string, id: string | undefined): boolean =>
  id === layout || (id !== undefined && isIn(layout, routes.find((route) => route.id === id)?.parentId));

it.each([
  ['app/site/site.css', 'site/site.layout'],
  ['app/admin/admin.css', 'admin/admin.layout'],
  ['app/admin/admin.css', 'staff/entrance.layout'],
])('%s has the styles of all that the pages of %s show', (sheet, layout) => {
  const pages = routes.map(({ id }) => id).filter((id) => isIn(layout, id));
  const files = pages.map((id) => `app/${id}.tsx`).filter((file) => fs.existsSync(file));
  const shown = [...new Set(files.flatMap((file) => [...shownBy(file)]))];
  const styled = shown.filter((file) => /className=(?:"|{[`'])/.test(fs.readFileSync(file, 'utf8')));
  const sources = sourcesOf(sheet);
  expect(styled.length).toBeGreaterThan(5);
  expect(styled.filter((file) => !sources.has(file))).toEqual([]);
});
