import { expect, test } from 'vitest';
import { correctAddress } from '#app/enquiries/form/mail-domain.ts';

test.each([
  ['anja@gmial.com', 'anja@gmail.com'],
  ['anja@gmail.con', 'anja@gmail.com'],
  ['anja@gmai.com', 'anja@gmail.com'],
  ['Anja.R@Hotmaill.com', 'Anja.R@hotmail.com'],
  [' anja@yahoo.cmo ', 'anja@yahoo.com'],
  ['anja@outlok.com', 'anja@outlook.com'],
])('%s probably means %s', (typed, meant) => expect(correctAddress(typed)).toBe(meant));

test.each(['anja@gmail.com', 'anja@ymail.com', 'anja@email.com', 'anja@example.com', 'anja@', 'gmial.com', ''])(
  'nothing is suggested for "%s"',
  (typed) => expect(correctAddress(typed)).toBeNull(),
);
