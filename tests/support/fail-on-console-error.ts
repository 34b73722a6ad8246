import { afterEach, beforeEach, expect } from 'vitest';

// A test that expects an error replaces console.error itself: vi.spyOn(console, 'error').mockImplementation(() => {}).
const print = console.error;
let printed: string[] = [];

beforeEach(() => {
  printed = [];
  console.error = (...words: unknown[]) => {
    printed.push(words.map(String).join(' '));
    print(...words);
  };
});

afterEach(() => {
  console.error = print;
  expect(printed, 'console.error during the test').toEqual([]);
});
