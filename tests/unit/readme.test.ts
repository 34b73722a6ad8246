import fs from 'node:fs';
import { expect, it } from 'vitest';

it('the table of the README names every folder of the application', () => {
  const rows = fs
    .readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `app/'));
  const named = rows.flatMap((row) => [...row.matchAll(/`(?:app\/)?([\w-]+)`/g)].map(([, name]) => name));
  const folders = fs.readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(named.sort()).toEqual(folders.map(({ name }) => name).sort());
});
