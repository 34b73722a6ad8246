import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPdf } from '#app/documents/pdf-check.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pdf = bytes('%PDF-1.7\n%âãÏÓ\n');

describe('an uploaded file', () => {
  it.each(['application/pdf', 'Application/PDF', 'application/pdf; charset=binary', ' application/pdf '])(
    'with the signature, declared as %j, is taken',
    (type) => expect(isPdf(pdf, type)).toBe(true),
  );

  it.each(['', 'text/html', 'application/x-pdf', 'application/pdfx', 'application/octet-stream'])(
    'declared as %j is refused',
    (type) => expect(isPdf(pdf, type)).toBe(false),
  );

  it.each(['<html>', '%PD', '%PDF', '%pdf-1.7', ' %PDF-1.7', '\uFEFF%PDF-1.7', 'MZ', '\n%PDF-', 'GIF89a%PDF-'])(
    'that begins %j is refused',
    (text) => expect(isPdf(bytes(text), 'application/pdf')).toBe(false),
  );

  it('without bytes is refused', () => {
    expect(isPdf(new Uint8Array(), 'application/pdf')).toBe(false);
  });

  it('is taken only if it begins with the signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), (file) => {
        const hasSignature = Buffer.from(file).subarray(0, 5).equals(Buffer.from('%PDF-'));
        expect(isPdf(file, 'application/pdf')).toBe(hasSignature);
        expect(isPdf(Buffer.concat([Buffer.from('%PDF-'), file]), 'application/pdf')).toBe(true);
      }),
    );
  });
});
