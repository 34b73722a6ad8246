import fs from 'node:fs';
import { expect, it } from 'vitest';

/** A noun with a list, a form and a history, like the services: the README need not name each. */
const isVersioned = (folder: string) =>
  fs
    .globSync(`app/${folder}/*.server.ts`)
    .some((file) => fs.readFileSync(file, 'utf8').match(/\bversioned(<\w+>)?\(\{/));

it('the table of the README names the folders of the application, and none that is not there', () => {
  const rows = fs
    .readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `app/'));
  const named = rows.flatMap((row) => [...row.matchAll(/`(?:app\/)?([\w-]+)`/g)].map(([, name]) => name!));
  const entries = fs.readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const folders = entries.map(({ name }) => name);
  expect(named.filter((name) => !folders.includes(name))).toEqual([]);
  expect(folders.filter((name) => !named.includes(name) && !isVersioned(name))).toEqual([]);
});
