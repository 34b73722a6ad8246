import fs from 'node:fs';
import { expect, it } from 'vitest';

// docs/asvs.md is believed by people who cannot look themselves: what it names and counts is looked up here.
const page = fs.readFileSync('docs/asvs.md', 'utf8');
const requirements = page
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ +\| [12] /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, number = '', level = '', , met = '', , tests = '']) => ({ number, level, met, tests }));

it('each test that shows a requirement is there', () => {
  const isThere = (name: string) =>
    [name, `integration/${name}`].some((path) =>
      ['test.ts', 'test.tsx', 'spec.ts'].some((ending) => fs.existsSync(`tests/${path}.${ending}`)),
    );
  const missing = requirements.flatMap(({ number, tests }) =>
    [...tests.matchAll(/`([\w/-]+)`/g)].filter(([, name]) => !isThere(name!)).map(([, name]) => `${number}: ${name}`),
  );
  expect(missing).toEqual([]);
});

it('the counts are those of the rows, on the page of all promises as well', () => {
  const count = (level?: string) =>
    ['yes', 'partly', 'no', 'operator'].map(
      (met) => requirements.filter((each) => each.met === met && (!level || each.level === level)).length,
    );
  for (const text of [page, fs.readFileSync('docs/trust.md', 'utf8')])
    for (const [name, counts] of [
      ['all', count()],
      ['of these level 1', count('1')],
    ] as const) {
      const row = text.split('\n').find((line) => line.split('|')[1]?.trim() === name);
      expect(row?.split('|').slice(2, 6).map(Number)).toEqual(counts);
    }
});
