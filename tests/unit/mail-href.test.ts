import { expect, it } from 'vitest';
import { mailHref } from '#app/messages/email-link.tsx';
import type { MessageDetails } from '#app/messages/inbox/inbox.ts';

it('half a character, as a cut can leave it, does not keep an answer from being written', () => {
  const bodyFor = (message: string) => {
    const details = { email: 'anja@example.com', subject: 'A lift', reference: 'SR-7F3K2M', message };
    return new URLSearchParams(mailHref(details as MessageDetails).split('?')[1]).get('body');
  };
  expect(bodyFor('Whole 😀')).toBe('\r\n\r\n> Whole 😀');
  expect(bodyFor(`${'x'.repeat(1497)}😀`)).toBe(`\r\n\r\n> ${'x'.repeat(1497)}\ufffd…`);
});
