import { expect, it } from 'vitest';
import { contactProblem } from '#app/content/texts/contact-value.ts';
import { telephoneHref } from '#app/ui/contact-links.ts';

it.each([
  ['phone_1', '(868) 555-0142'],
  ['phone_1', '868-555-0142'],
  ['phone_1', '1 868 555 0142'],
  ['phone_1', '+1 (868) 555-0142'],
  ['phone_1', '+44 20 7946 0958'],
  ['whatsapp', '555-0142'],
  ['whatsapp', '(868) 555-0142'],
  ['email', 'info@example.com'],
  ['network_link', 'https://www.example.com/company/x?y=1'],
  ['reach_us', 'Whatever it says'],
])('valid: %s %s', (key, value) => {
  expect(contactProblem(key, value)).toBeNull();
  if (/phone|whatsapp/.test(key)) expect(telephoneHref(value)).toBeDefined();
});

it.each([
  ['phone_1', 'call us'],
  ['phone_1', '555-0142'],
  ['phone_1', '1 868 555 014'],
  ['phone_2', '0685550142'],
  ['whatsapp', '1234567890'],
  ['whatsapp', '55-0142'],
  ['whatsapp', 'https://wa.me/18685550142'],
  ['phone_1', '+0 868 555 0142'],
  ['phone_1', '(868) 555-0142 <b>'],
  ['phone_1', 'tel:8685550142'],
  ['email', 'info@'],
  ['email', 'mailto:info@example.com'],
  ['network_link', 'www.example.com'],
  ['network_link', 'javascript:alert(1)'],
  ['network_link', 'https:example.com'],
  ['network_link', 'https://example.com\\@evil.example'],
  ['network_link', 'https://user:secret@example.com'],
  ['network_link', 'https://exa mple.com'],
])('refused: %s %s', (key, value) => expect(contactProblem(key, value)).toMatch(/^Please enter a valid/));
