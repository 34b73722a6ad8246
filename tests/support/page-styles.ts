import fs from 'node:fs';
import path from 'node:path';
import { ident, parse, walk, type CssNode } from 'css-tree';
import { compile } from 'tailwindcss';
import { decodeEntities } from './read-html.ts';

const SITE = 'app/site/site.css';
const ADMIN = 'app/admin/admin.css';
const sheets = Object.fromEntries(
  await Promise.all(
    [SITE, ADMIN].map(async (sheet) => {
      const compiler = await compile(fs.readFileSync(sheet, 'utf8'), { base: path.dirname(sheet), loadStylesheet });
      const known = { compiler, met: new Set<string>(), styled: new Set<string>() };
      return [sheet, known] as const;
    }),
  ),
);
const built = new Map<string, Set<string>>();

/** Classes for which Tailwind or our own sheets have rules that the page's own styles lack. */
export function classesWithoutStyles(html: string): string[] {
  const classes = new Set(
    [...html.matchAll(/<[a-z][^>]*? class="([^"]+)"/g)].flatMap(([, list]) => decodeEntities(list!).split(/\s+/)),
  );
  const linked = [...html.matchAll(/<link rel="stylesheet" href="(\/assets\/[^"]+\.css)"/g)].map(([, href]) => href!);
  const given = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css]) => classesOf(css!));
  for (const href of linked) {
    if (!built.has(href)) built.set(href, classesOf(fs.readFileSync(`build/client${href}`, 'utf8')));
    given.push(built.get(href)!);
  }
  const sheet = sheets[linked.some((href) => href.includes('/admin-')) ? ADMIN : SITE]!;
  if (!classes.isSubsetOf(sheet.met)) {
    sheet.met = sheet.met.union(classes);
    sheet.styled = classesOf(sheet.compiler.build([...classes])); // the classes of all pages so far
  }
  return [...classes].filter((name) => sheet.styled.has(name) && !given.some((names) => names.has(name)));
}

async function loadStylesheet(id: string, base: string) {
  const file = id === 'tailwindcss' ? 'node_modules/tailwindcss/index.css' : path.join(base, id);
  return { path: file, base: path.dirname(file), content: fs.readFileSync(file, 'utf8') };
}

function classesOf(css: string): Set<string> {
  const names = new Set<string>();
  const sheet = parse(css, { parseValue: false, parseAtrulePrelude: false, parseCustomProperty: false });
  walk(sheet, (node: CssNode) => {
    if (node.type === 'ClassSelector') names.add(ident.decode(node.name));
  });
  return names;
}
