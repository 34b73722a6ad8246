import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { appWithoutDatabase } from '../support/test-app.ts';
import { enquirySchema } from '#app/enquiries/receive/enquiry.schema.ts';
import { documentSchema, limits } from '#app/content/documents/document.schema.ts';
import { requiredTextSchema } from '#app/content/texts/page-content.schema.ts';
import { iconNames } from '#app/content/services/service-icon.tsx';
import { serviceSchema } from '#app/content/services/service.schema.ts';
import { changePasswordSchema, signInSchema } from '#app/accounts/staff.schema.ts';
import { parseForm } from '#app/forms/action.server.ts';
import { filledIn } from '../support/enquiries.ts';
import { hostileBodies } from '../support/hostile-forms.ts';

// Any bytes in a form give a value that keeps the rules, or a refusal, but never another exception. Here are the forms
// with rules of their own; integration/hostile-input sends such bytes to every action.
const APP_URL = 'http://localhost:3000';
const service = { title: 'Rigging', content: 'All of it', icon: 'Truck', version: '1' };
/** Counts characters, not UTF-16 code units. */
const length = (value: string, min: number, max: number) => [...value].length >= min && [...value].length <= max;
const isTrimmed = (value: string) => value === value.trim();

const form = <Schema extends z.core.$ZodType>(
  name: string,
  schema: Schema,
  valid: Record<string, string>,
  keepsRules: (value: z.output<Schema>) => boolean,
) => ({ name, schema, valid, keepsRules: keepsRules as (value: unknown) => boolean });

const passwords = { currentPassword: 'old', newPassword: 'new and long enough' };
const forms = [
  form(
    'the enquiry',
    enquirySchema,
    { ...filledIn, formId: 'f' },
    ({ fullName, subject, message, email, phone, companyName }) =>
      [fullName, subject].every((line) => isTrimmed(line) && !/\p{Cc}/u.test(line)) &&
      length(fullName, 2, 200) &&
      length(subject, 3, 300) &&
      length(message, 10, 60_000) &&
      /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) &&
      email.length <= 254 &&
      (phone?.length ?? 0) <= 50 &&
      (companyName?.length ?? 0) <= 200,
  ),
  form(
    'a service',
    serviceSchema,
    service,
    ({ title, content, icon }) =>
      length(title, 1, 200) &&
      length(content, 1, 10_000) &&
      isTrimmed(title) &&
      (icon === null || iconNames.includes(icon)),
  ),
  form('a page text', requiredTextSchema, { contentValue: 'Text', version: '1' }, ({ contentValue: text }) => {
    return text.length > 0 && isTrimmed(text) && !text.includes('\r');
  }),
  form('a sign-in', signInSchema, { email: 'a@b.example', password: 'secret' }, ({ email, password }) => {
    return length(email, 1, 254) && length(password, 1, 1000);
  }),
  form('a changed password', changePasswordSchema, passwords, (value) => length(value.newPassword, 8, 128)),
];

const app = await appWithoutDatabase({ APP_URL });

describe('whatever bytes are sent as a form', () => {
  it.each(forms)('$name is taken by its rules or refused', async ({ schema, valid, keepsRules }) => {
    let taken = 0;
    await fc.assert(
      fc.asyncProperty(hostileBodies(valid), async ({ contentType, body }) => {
        const headers = new Headers({ origin: APP_URL, ...(contentType ? { 'content-type': contentType } : {}) });
        const request = new Request(APP_URL, { method: 'POST', body, headers });
        const parsed = await parseForm({ app }, request, schema).catch((reply: unknown) => {
          expect([400, 413]).toContain((reply as { init?: { status: number } }).init?.status); // not a form, or too large
          return null;
        });
        if (parsed?.ok) {
          taken++;
          expect(keepsRules(parsed.value)).toBe(true);
        } else if (parsed) {
          expect(parsed.reply.init?.status).toBe(400);
          JSON.stringify(parsed.reply.data);
        }
        expect(({} as Record<string, unknown>).polluted).toBeUndefined();
        expect(Object.keys(Object.prototype)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(0); // some forms must pass, so that the rules are checked
  });

  it('names that no form of the site sends, such as commands of conform, nested and inherited names, are ignored', async () => {
    const body = new URLSearchParams({
      ...service,
      __intent__: '{"type":"update","payload":{"value":{"title":"Put in by an order"}}}',
      __state__: 'no JSON',
      constructor: 'x',
      'title[0]': 'nested',
      'icon.name': 'nested',
    });
    const request = new Request(APP_URL, { method: 'POST', body, headers: { origin: APP_URL } });
    const parsed = await parseForm({ app }, request, serviceSchema);
    expect(parsed).toMatchObject({ ok: true, value: { title: 'Rigging', icon: 'Truck' } });
  });
});

it('NUL is dropped, broken characters are replaced, a subject is one line, and HTML stays as typed', async () => {
  const raw = [
    'fullName=An%00ja+%ED%A0%80+%3Cscript%3Ealert(1)%3C%2Fscript%3E&email=anja%40example.com&consent=on',
    'subject=Lift%0D%0ABcc%3A+all%40example.com',
    'message=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E+%00+%F0%9F%8F%97+%E2%80%AE+end',
  ];
  const headers = { origin: APP_URL, 'content-type': 'application/x-www-form-urlencoded' };
  const request = new Request(APP_URL, { method: 'POST', body: raw.join('&'), headers });
  expect(await parseForm({ app }, request, enquirySchema)).toMatchObject({
    ok: true,
    value: {
      fullName: expect.stringMatching(/^Anja \uFFFD+ <script>alert\(1\)<\/script>$/) as string,
      subject: 'Lift Bcc: all@example.com',
      message: expect.stringMatching(/^<img src=x onerror=alert\(1\)> .*🏗/u) as string,
    },
  });
});

it('a document fits its columns, whatever was typed', () => {
  const typed = fc.record({
    title: fc.string({ unit: 'binary', maxLength: 250 }),
    description: fc.string({ unit: 'binary' }),
    displayOrder: fc.oneof(fc.string(), fc.double().map(String), fc.bigInt().map(String)),
  });
  fc.assert(
    fc.property(typed, (form) => {
      const { success, data } = documentSchema.safeParse(form);
      if (!success) return;
      expect(length(data.title, 1, limits.title)).toBe(true);
      expect(Number.isInteger(data.displayOrder) && Math.abs(data.displayOrder) <= 2_147_483_647).toBe(true);
      expect(Object.is(data.displayOrder, -0)).toBe(false);
    }),
    { numRuns: 500 },
  );
});
