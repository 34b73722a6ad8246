import { randomInt } from 'node:crypto';

/** Random characters in groups, as people copy them. @param letters without vowels or what looks like one: no words come about */
export const randomGroups = (letters: string, groups: number, length: number): string =>
  Array.from({ length: groups }, () => Array.from({ length }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  );
