// Checks that every package in the lock file has a licence that we can use, and that package.json has exact versions.
import fs from 'node:fs';

const ALLOWED = new Set([
  'MIT', 'MIT-0', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Zlib', 'Python-2.0', // permissive
  'MPL-2.0', 'LGPL-3.0-or-later', // used as they are, unchanged
  'CC-BY-3.0', 'CC-BY-4.0', 'OFL-1.1', // data and fonts
]); // oxfmt-ignore
// Their package.json has no licence; their licence files are MIT.
const READ_BY_HAND = new Set(['eval', 'format', 'require-like']);

const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const problems = [];
for (const [path, { license, dev, link }] of Object.entries(packages)) {
  const name = path.split('node_modules/').at(-1);
  if (!name || link) continue;
  const terms = (license ?? '').replace(/[()]/g, '').split(/ (?:AND|OR) /);
  const isFine =
    terms.every((term) => ALLOWED.has(term)) || (license?.includes(' OR ') && terms.some((term) => ALLOWED.has(term)));
  if (!isFine && !(READ_BY_HAND.has(name) && !license))
    problems.push(`${name}: ${license ?? 'no licence'}${dev ? ' (development)' : ''}`);
}
const wanted = JSON.parse(fs.readFileSync('package.json', 'utf8'));
for (const list of ['dependencies', 'devDependencies', 'optionalDependencies'])
  for (const [name, version] of Object.entries(wanted[list]))
    if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) problems.push(`${name}: ${version} is not one exact version`);
if (problems.length) {
  console.error(`Packages to look at:\n${problems.join('\n')}`);
  process.exit(1);
}
