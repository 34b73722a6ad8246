import { describe, expect, it } from 'vitest';
import { mailHref, telephoneHref, whatsappHref } from '#app/site/contact-links.ts';

describe('the address of a link', () => {
  it.each([
    ['(868) 555-0143', 'tel:+18685550143'],
    ['1 868 555 0143', 'tel:+18685550143'],
    ['+44 20 7946 0958', 'tel:+442079460958'],
  ])('to the telephone %s', (number, href) => expect(telephoneHref(number)).toBe(href));

  it.each([
    ['(868) 555-0143', 'https://wa.me/18685550143'],
    ['555-0144', 'https://wa.me/18685550144'],
    ['1 868 555 0143', 'https://wa.me/18685550143'],
    ['+44 20 7946 0958', 'https://wa.me/442079460958'],
  ])('to WhatsApp at %s', (number, href) => expect(whatsappHref(number)).toBe(href));

  it('to an email address', () => expect(mailHref('info@example.com')).toBe('mailto:info@example.com'));
});
