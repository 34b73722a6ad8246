import { diffArrays, diffWordsWithSpace } from 'diff';
import type { DiffPart } from './history.ts';

const most = { timeout: 50 }; // ms: texts that have little in common are not worth more
/** From so many changes on, sentences are compared: single words in one another cannot be read. */
const LARGE = 6;

interface Change {
  value: string | string[];
  added: boolean;
  removed: boolean;
}
const partOf = ({ value, added, removed }: Change): DiffPart => ({
  text: [value].flat().join(''),
  kind: added ? 'added' : removed ? 'removed' : 'same',
});

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const sentencesOf = (text: string): string[] => Array.from(segmenter.segment(text), ({ segment }) => segment);

/** Word by word, sentence by sentence where much changed, or all at once. */
export function diffTexts(before: string, after: string): DiffPart[] {
  if (before === after) return after ? [{ text: after, kind: 'same' }] : [];
  const words: Change[] | undefined = diffWordsWithSpace(before, after, most);
  const isLarge = !words || words.filter(({ added, removed }) => added || removed).length > LARGE;
  const changes = isLarge ? diffArrays(sentencesOf(before), sentencesOf(after), most) : words;
  return (changes ?? diffArrays([before], [after])).map(partOf);
}

const listWords = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind === kind)
    .reduce((n, { text }) => n + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

export const changedWords = (parts: readonly DiffPart[]): number =>
  Math.max(listWords(parts, 'added'), listWords(parts, 'removed'));
