import { diffWordsWithSpace } from 'diff';
import type { DiffPart } from './history.ts';

/** Two texts that have little in common are not worth more. */
const TIMEOUT_MS = 50;

/** What changed from one text to another, word by word; of two too different ones: all of it. */
export function diffWords(before: string, after: string): DiffPart[] {
  if (before === after) return after ? [{ text: after, kind: 'same' }] : [];
  const parts = diffWordsWithSpace(before, after, { timeout: TIMEOUT_MS });
  if (parts)
    return parts.map(({ value, added, removed }) => ({
      text: value,
      kind: added ? 'added' : removed ? 'removed' : 'same',
    }));
  const all: DiffPart[] = [
    { text: before, kind: 'removed' },
    { text: after, kind: 'added' },
  ];
  return all.filter(({ text }) => text);
}

const listWords = (parts: readonly DiffPart[], kind: DiffPart['kind']) =>
  parts
    .filter((part) => part.kind === kind)
    .reduce((n, { text }) => n + (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0), 0);

/** How many words came or went, whichever are more. */
export const changedWords = (parts: readonly DiffPart[]): number =>
  Math.max(listWords(parts, 'added'), listWords(parts, 'removed'));
