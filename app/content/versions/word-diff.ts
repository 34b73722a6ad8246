import { diffArrays, diffWordsWithSpace } from 'diff';
import type { DiffPart } from './history.ts';

/** Two texts that have little in common are not worth more. */
const most = { timeout: 50 }; // ms
/** From so many changes on, single words of two sentences would stand in one another like salad. */
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

/** What changed from one text to another: word by word, sentence by sentence where much did, or all of it. */
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

/** How many words came or went, whichever are more. */
export const changedWords = (parts: readonly DiffPart[]): number =>
  Math.max(listWords(parts, 'added'), listWords(parts, 'removed'));
