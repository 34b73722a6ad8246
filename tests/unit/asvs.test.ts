import fs from 'node:fs';
import { expect, it } from 'vitest';

// Readers rely on docs/asvs.md and docs/trust.md, so the test verifies the names and numbers in them.
const page = fs.readFileSync('docs/asvs.md', 'utf8');
const requirements = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ +\| [12] /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', level = '', , met = '', , tests = '']) => ({ number, level, met, tests }));

it('each test that is named for a requirement or a promise exists', () => {
  const promises = fs
    .readFileSync('docs/trust.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const cells = [...requirements.map(({ tests }) => tests), ...promises.map((line) => line.split('|').at(-2)!)];
  const isThere = (name: string) =>
    [name, `integration/${name}`].some((path) =>
      ['test.ts', 'test.tsx', 'spec.ts'].some((ending) => fs.existsSync(`tests/${path}.${ending}`)),
    );
  const named = cells.flatMap((tests) => Array.from(tests.matchAll(/`([\w/-]+)`/g), ([, name]) => name!));
  expect(named.length).toBeGreaterThan(400);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

it('the counts match the rows', () => {
  const count = (level: RegExp) =>
    ['yes', 'partly', 'no', 'operator'].map(
      (met) => requirements.filter((each) => each.met === met && level.test(each.level)).length,
    );
  const told = (name: string) => new RegExp(`^\\| ${name} +\\|(.*)`, 'm').exec(page)?.[1]?.split('|', 4).map(Number);
  expect(told('all')).toEqual(count(/[12]/));
  expect(told('of these level 1')).toEqual(count(/1/));
});
