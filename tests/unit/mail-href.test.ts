import { expect, it } from 'vitest';
import { answerHref } from '#app/enquiries/conversation/email-link.tsx';
import type { MessageDetails } from '#app/enquiries/conversation/find-message.server.ts';

const usual = { email: 'anja@example.com', subject: 'A lift', reference: 'SR-7F3K2M', message: 'x' };
const hrefFor = (over: Partial<MessageDetails>) => answerHref({ ...usual, ...over } as MessageDetails);
const part = (href: string, name: string) => new URLSearchParams(href.split('?')[1]).get(name);

it('an address with half a character, as a cut can leave it, still makes a link', () => {
  expect(part(hrefFor({ message: 'Whole 😀, half \ud83d' }), 'body')).toBe('\r\n\r\n> Whole 😀, half \ufffd');
});

it.each([
  ['a long text', { message: 'x'.repeat(5000) }],
  ['many lines', { message: 'a\n'.repeat(2000) }],
  ['a long subject as well', { message: '吊'.repeat(3000), subject: '吊'.repeat(300) }],
])('%s is cut, so that Windows opens the whole address', (_, over) => {
  const href = hrefFor(over);
  expect(href.length).toBeLessThanOrEqual(2000);
  expect(href.length).toBeGreaterThan(1900);
  expect(part(href, 'body')).toMatch(/…$/);
  expect(part(href, 'subject')).toMatch(/ \[SR-7F3K2M\]$/);
});
