import fs from 'node:fs';
import { expect, it } from 'vitest';
import { layers } from '../../scripts/layers.mjs';

it('the table of the README names the layers of the application in their order', () => {
  const table = /\| in `app\/` .*?\n\n/s.exec(fs.readFileSync('README.md', 'utf8'))![0];
  const named = [...table.matchAll(/^\| (`.*?)\|/gm)].flatMap(([, cell]) => [...cell!.matchAll(/`([\w-]+)`/g)]);
  expect(named.map(([, name]) => name)).toEqual(layers);
});

it('each folder of the application is a layer', () => {
  const entries = fs.readdirSync('app', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(entries.map(({ name }) => name).sort()).toEqual([...layers].sort());
});
