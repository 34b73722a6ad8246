import { expect, it } from 'vitest';
import { diffTexts } from '#app/content/versions/word-diff.ts';

it('a small change is shown word by word, a large one sentence by sentence', () => {
  const shown = (before: string, after: string) =>
    diffTexts(before, after).map(({ text, kind }) => `${{ same: '', added: '+', removed: '-' }[kind]}${text}`);
  expect(shown('We lift. We plan.', 'We lift. We test.')).toEqual(['We lift. We ', '-plan', '+test', '.']);
  const before = 'We look at each drawing first and then ring up whoever sent it.';
  const after = 'Somebody who reads plans calls you on the same day.';
  expect(shown(`Ask.\n${before} Bye`, `Ask.\n${after} Bye`)).toEqual(['Ask.\n', `-${before} `, `+${after} `, 'Bye']);
});

it('once the texts of a page have taken their time, the others are shown whole', () => {
  const texts = (n: number) => Array.from({ length: 3000 }, (_, i) => `${n}${i}`).join(' ');
  const budget = { ms: 1 };
  diffTexts(texts(1), texts(2), budget);
  expect(budget.ms).toBeLessThan(0);
  expect(diffTexts('We lift.', 'We plan.', budget).map(({ text }) => text)).toEqual(['We lift.', 'We plan.']);
});

it('a long text replaced by a different one is shown whole, without delay', () => {
  const [before, after] = ['a!', 'b!'].map((text) => text.repeat(15_000)) as [string, string];
  expect(diffTexts(before, after)).toEqual([
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ]);
}, 20_000);
