import { describe, expect, it } from 'vitest';
import { mailHref, telephoneHref, whatsappHref } from '#app/ui/contact-links.ts';

describe('the address of a link', () => {
  it.each([
    ['(868) 555-0143', 'tel:+18685550143'],
    ['1 868 555 0143', 'tel:+18685550143'],
    ['+44 20 7946 0958', 'tel:+442079460958'],
    ['555-0142', 'tel:+18685550142'],
    ['(868) 555-0142 ext. 12', 'tel:+18685550142;ext=12'],
    ['868-555-0142 x12', 'tel:+18685550142;ext=12'],
    ['868 555 0142;ext=12', 'tel:+18685550142;ext=12'],
    ['868 555 0142, ext 12 / 868 555 0187', 'tel:+18685550142;ext=12'],
    ['868 555 0142 or 868 555 0187', 'tel:+18685550142'],
    ['011 44 20 7946 0958', 'tel:+442079460958'],
    ['0044 20 7946 0958', 'tel:+442079460958'],
    ['+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['(+44) 20 7946 0958', 'tel:+442079460958'],
    ['８６８ ５５５ ０１４２', 'tel:+18685550142'],
    ['Tel: 868.555.0142 (mobile)', 'tel:+18685550142'],
    ['1-800-FLOWERS', undefined],
    ['call me', undefined],
    ['12345678', undefined],
    ['', undefined],
  ])('to the telephone %s', (number, href) => expect(telephoneHref(number)).toBe(href));

  it.each([
    ['(868) 555-0143', 'https://wa.me/18685550143'],
    ['+44 20 7946 0958', 'https://wa.me/442079460958'],
  ])('to WhatsApp at %s', (number, href) => expect(whatsappHref(number)).toBe(href));

  it.each([
    ['info@example.com', 'mailto:info@example.com'],
    ['r&d@example.com', 'mailto:r%26d@example.com'],
    ['a%b@example.com', 'mailto:a%25b@example.com'],
    ['info@münchen.example', 'mailto:info@xn--mnchen-3ya.example'],
  ])('to the email address %s', (email, href) => expect(mailHref(email)).toBe(href));
});
