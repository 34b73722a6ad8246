import { diffArrays, diffWordsWithSpace, type ChangeObject } from 'diff';

const MOST_MS = 50; // enough for two texts that have something in common
/** What the texts of a page may take together, since nobody else is answered meanwhile. */
export const newBudget = () => ({ ms: 150 });
/** With more changes than this, sentences are compared: alternating single words cannot be read. */
const LARGE = 6;

export type DiffPart = ReturnType<typeof toPart>;

const toPart = ({ value, added, removed }: ChangeObject<string | string[]>) =>
  ({ text: [value].flat().join(''), kind: added ? 'added' : removed ? 'removed' : 'same' }) as const;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const splitSentences = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Compares word by word, sentence by sentence if much has changed, or as a whole if that takes too long. */
export function diffTexts(before: string, after: string, budget = newBudget()): DiffPart[] {
  if (before === after) return after ? [{ text: after, kind: 'same' }] : [];
  const inTime = <Changes>(compare: (most: { timeout: number }) => Changes) => {
    const started = performance.now();
    const changes = budget.ms > 0 ? compare({ timeout: Math.min(MOST_MS, budget.ms) }) : undefined;
    budget.ms -= performance.now() - started;
    return changes;
  };
  const words = inTime((most) => diffWordsWithSpace(before, after, most));
  const isLarge = !words || words.filter(({ added, removed }) => added || removed).length > LARGE;
  const changes = isLarge ? inTime((most) => diffArrays(splitSentences(before), splitSentences(after), most)) : words;
  return (changes ?? diffArrays([before], [after])).map(toPart);
}

const countWords = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind === kind)
    .reduce((n, { text }) => n + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

export const countChangedWords = (parts: readonly DiffPart[]): number =>
  Math.max(countWords(parts, 'added'), countWords(parts, 'removed'));
