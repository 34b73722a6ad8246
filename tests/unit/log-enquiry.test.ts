import { describe, expect, it } from 'vitest';
import { logSchema } from '#app/enquiries/log/log-enquiry.schema.ts';

const called = { cameBy: 'phone', fullName: 'Anja', subject: 'A lift', message: 'A column of 42 t', companyName: '' };
const read = (fields: object) => logSchema.safeParse({ ...called, ...fields });
const problems = (fields: object) => read(fields).error?.issues.map(({ path, message }) => [path[0], message]);

describe('a phone number is taken as people write it', () => {
  it.each([
    ['868 555 0100', '868 555 0100'],
    ['555-0100', '555-0100'],
    [' (868) 555‑0100 ', '(868) 555-0100'], // a non-breaking hyphen
    ['+1 868 555 0100', '+1 868 555 0100'], // non-breaking spaces
    ['\u202a+1 868-555-0100\u202c', '+1 868-555-0100'], // copied from WhatsApp
    ['https://wa.me/18685550100', '+18685550100'],
    ['wa.me/18685550100', '+18685550100'],
    ['https://api.whatsapp.com/send?phone=18685550100', '+18685550100'],
    ['https://wa.me/18685550100?text=hi', '+18685550100'],
    ['whatsapp://send?phone=18685550100', '+18685550100'],
    ['tel:+1-868-555-0100', '+1-868-555-0100'],
    ['0044 20 7946 0958', '0044 20 7946 0958'],
    ['555 0100 / 555 0101', '555 0100 / 555 0101'],
  ])('%s', (typed, kept) => expect(read({ phone: typed }).data?.phone).toBe(kept));

  it.each(['12', 'ask Ann', `868 555 0100 ${'please '.repeat(8)}`])('but not %s', (typed) =>
    expect(problems({ phone: typed })).toEqual([['phone', 'This is no phone number']]),
  );
});

it('a phone number or an email address is required; an acknowledgement requires an email address', () => {
  expect(read({ email: 'anja@example.com' }).success).toBe(true);
  expect(problems({})).toEqual([['phone', 'Please enter a phone number or an email address']]);
  expect(problems({ subject: '' })?.map(([field]) => field)).toEqual(['subject', 'phone']); // all problems at once
  expect(problems({ phone: '555 0100', acknowledge: 'on' })).toEqual([
    ['email', 'An acknowledgement needs an email address'],
  ]);
});
