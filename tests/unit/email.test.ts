import { expect, it } from 'vitest';
import { emailSchema } from '#app/schemas/email.ts';

const judge = (typed: string) => emailSchema('wrong').safeParse(typed);

it.each([
  ['r&d@example.com', 'r&d@example.com'],
  ['sales/quotes@example.com', 'sales/quotes@example.com'],
  ['a%b@example.com', 'a%b@example.com'],
  ["o'neil+lift@mail.example.com", "o'neil+lift@mail.example.com"],
  ['info@münchen.example', 'info@xn--mnchen-3ya.example'],
  ['info@例え.テスト', 'info@xn--r8jz45g.xn--zckzah'],
  ['test@example.com\u200b', 'test@example.com'],
  ['\u202atest@example.com\u202c', 'test@example.com'],
  [' \ufefftest@example.com\n', 'test@example.com'],
])('%j is an address', (typed, kept) => expect(judge(typed).data).toBe(kept));

it.each([
  'nobody',
  'a@b',
  '@example.com',
  'a@',
  'a b@example.com',
  'a@exam ple.com',
  'a@-x.com',
  'a@x..com',
  'a@b@example.com',
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '<a@example.com>',
  'a@münchen.example/x',
  'a@münchen.example:25',
  `a@${'x'.repeat(64)}.com`,
  `${'x'.repeat(250)}@example.com`,
  'müller@example.com',
])('%j is none', (typed) => expect(judge(typed).success).toBe(false));
