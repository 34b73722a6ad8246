import { diffArrays, diffWordsWithSpace, type ChangeObject } from 'diff';

const most = { timeout: 50 }; // ms, enough for texts that have something in common
/** With more changes than this, sentences are compared: alternating single words cannot be read. */
const LARGE = 6;

export type DiffPart = ReturnType<typeof toPart>;

const toPart = ({ value, added, removed }: ChangeObject<string | string[]>) =>
  ({ text: [value].flat().join(''), kind: added ? 'added' : removed ? 'removed' : 'same' }) as const;

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const splitSentences = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Compares word by word, sentence by sentence if much has changed, or as a whole if that takes too long. */
export function diffTexts(before: string, after: string): DiffPart[] {
  if (before === after) return after ? [{ text: after, kind: 'same' }] : [];
  const words = diffWordsWithSpace(before, after, most);
  const isLarge = !words || words.filter(({ added, removed }) => added || removed).length > LARGE;
  const changes = isLarge ? diffArrays(splitSentences(before), splitSentences(after), most) : words;
  return (changes ?? diffArrays([before], [after])).map(toPart);
}

const countWords = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind === kind)
    .reduce((n, { text }) => n + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

export const countChangedWords = (parts: readonly DiffPart[]): number =>
  Math.max(countWords(parts, 'added'), countWords(parts, 'removed'));
