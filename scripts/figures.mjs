// `npm run figures`: measures the project's size. `tests/unit/figures.test.ts` limits each figure.
import fs from 'node:fs';
import path from 'node:path';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { isUpward } from './layers.mjs';
import { inRoot, root } from './project.mjs';

/** @returns {Record<string, number>} */
export function measure() {
  const app = list('app/**/*.{ts,tsx,css}');
  const sizes = app.map(countLines).sort((a, b) => a - b);
  const imports = new Set(app.flatMap(listImports));
  const edges = Array.from(imports, (edge) => edge.split(' '));
  return {
    'lines in app': sum(sizes),
    'lines in scripts': sum(list('scripts/**/*.{ts,mjs}').map(countLines)),
    'lines in tests': sum(list('tests/**/*.{ts,tsx,mjs}').map(countLines)),
    'words in README and docs': sum(list('{README.md,docs/**/*.md}').map(countWords)),
    'folders and files at the top of app': fs.readdirSync(inRoot('app')).length,
    'upward imports': edges.filter(([from, to]) => isUpward(`app/${from}`, `app/${to}`)).length,
    'pairs that import each other': edges.filter(([from, to]) => from < to && imports.has(`${to} ${from}`)).length,
    'median lines of a file in app': sizes[Math.floor(sizes.length * 0.5)],
    'lines of 9 in 10 files in app, at most': sizes[Math.floor(sizes.length * 0.9)],
    'lines of the longest file in app': sizes.at(-1),
  };
}

/** Lists `from to` for each other top entry of `app` that a file imports, types included. */
function listImports(file) {
  const targets = Array.from(read(file).matchAll(/(?:from |import\(|import )'([.#][^'?]+)/g), ([, target]) => target);
  const files = targets.map((to) => (to.startsWith('#') ? to.slice(1) : path.join(path.dirname(file), to)));
  const tops = files.filter((to) => to.startsWith('app/')).map(topOf);
  return tops.filter((to) => to !== topOf(file)).map((to) => `${topOf(file)} ${to}`);
}

const topOf = (file) => file.split('/')[1];

const list = (pattern) => fs.globSync(pattern, { cwd: root });
const read = (file) => fs.readFileSync(inRoot(file), 'utf8');
const countLines = (file) => read(file).split('\n').length - 1;
/** Counts tokens with a letter or a digit, because bars and dashes of a table are no words. */
const countWords = (file) =>
  read(file)
    .split(/\s+/)
    .filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

if (import.meta.main) {
  await exitOnUsageError(() => readArguments('Usage:\n  npm run figures'));
  for (const [name, value] of Object.entries(measure())) console.log(`${name.padEnd(40)}${String(value).padStart(7)}`);
}
