// Runs as a process of its own: reads a password and words from standard input, prints how many guesses it needs.
import { json } from 'node:stream/consumers';
import { ZxcvbnFactory, type MatchEstimated } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
  maxLength: 40, // a longer password takes seconds, and is only harder to guess
});
const { password, ownWords } = (await json(process.stdin)) as { password: string; ownWords: string[] };
const parts = estimator.check(password, ownWords).sequence as MatchEstimated[];
// The library's own total adds 10,000 guesses for each part after the first, so two words and a digit would be strong.
process.stdout.write(String(parts.reduce((product, { guesses }) => product * guesses, 1)));
