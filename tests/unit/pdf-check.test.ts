import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PDF_BYTES, checkPdf } from '#app/storage/pdf-check.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pdf = bytes('%PDF-1.7\n%âãÏÓ\n');
const sized = (size: number) => {
  const file = new Uint8Array(size);
  file.set(bytes('%PDF-1.7'));
  return file;
};

describe('an uploaded file', () => {
  it.each(['application/pdf', 'Application/PDF', 'application/pdf; charset=binary', ' application/pdf '])(
    'with the signature, declared as %j, is taken',
    (type) => expect(checkPdf(pdf, type)).toEqual({ ok: true }),
  );

  it.each(['', 'text/html', 'application/x-pdf', 'application/pdfx', 'application/octet-stream'])(
    'declared as %j is refused',
    (type) => expect(checkPdf(pdf, type)).toEqual({ ok: false, problem: 'not-pdf' }),
  );

  it.each(['<html>', '%PD', '%PDF', '%pdf-1.7', ' %PDF-1.7', '\uFEFF%PDF-1.7', 'MZ', '\n%PDF-', 'GIF89a%PDF-'])(
    'that begins %j is refused',
    (text) => expect(checkPdf(bytes(text), 'application/pdf')).toEqual({ ok: false, problem: 'not-pdf' }),
  );

  it('without bytes is refused', () => {
    expect(checkPdf(new Uint8Array(), 'application/pdf')).toEqual({ ok: false, problem: 'empty' });
  });

  it('of 25 MiB is taken, one byte more is refused', () => {
    expect(MAX_PDF_BYTES).toBe(26_214_400);
    expect(checkPdf(sized(MAX_PDF_BYTES), 'application/pdf')).toEqual({ ok: true });
    expect(checkPdf(sized(MAX_PDF_BYTES + 1), 'application/pdf')).toEqual({ ok: false, problem: 'too-large' });
  });

  it('is taken only if it begins with the signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), (file) => {
        const isPdf = Buffer.from(file).subarray(0, 5).equals(Buffer.from('%PDF-'));
        expect(checkPdf(file, 'application/pdf').ok).toBe(isPdf);
        expect(checkPdf(Buffer.concat([Buffer.from('%PDF-'), file]), 'application/pdf').ok).toBe(true);
      }),
    );
  });
});
