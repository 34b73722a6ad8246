import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPdf } from '#app/content/documents/pdf-check.ts';
import { findFileKind } from '#app/storage/file-kind.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const pdf = bytes('%PDF-1.7\n%âãÏÓ\n');

describe('an uploaded file', () => {
  it.each([
    ['application/pdf', true],
    ['Application/PDF', true],
    ['application/pdf; charset=binary', true],
    [' application/pdf ', true],
    ['', false],
    ['text/html', false],
    ['application/x-pdf', false],
    ['application/pdfx', false],
    ['application/octet-stream', false],
  ])('with the signature, declared as %j, is a PDF: %s', (type, is) => expect(isPdf(pdf, type)).toBe(is));

  it.each(['<html>', '%PD', '%PDF', '%pdf-1.7', 'MZ', `${' '.repeat(1020)}%PDF-1.7`])(
    'that begins %j is refused',
    (text) => expect(isPdf(bytes(text), 'application/pdf')).toBe(false),
  );

  it.each(['\uFEFF%PDF-1.7', '\n%PDF-1.7', '@PJL SET\r\n%PDF-1.4', `${' '.repeat(1019)}%PDF-1.7`])(
    'that begins %j is taken, as its readers do, from staff and from visitors',
    (text) => {
      expect(isPdf(bytes(text), 'application/pdf')).toBe(true);
      expect(findFileKind(bytes(text))).toBe('pdf');
    },
  );

  it('of another kind stays that kind, whatever stands in it', () => {
    expect(findFileKind(Uint8Array.of(0xff, 0xd8, 0xff, ...bytes('%PDF-1.7')))).toBe('jpeg');
  });

  it('is taken only with the signature near its beginning', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(2000), (file, at) => {
        expect(isPdf(file, 'application/pdf')).toBe(Buffer.from(file).includes('%PDF-'));
        const late = Buffer.concat([Buffer.alloc(at), Buffer.from('%PDF-'), file]);
        expect(isPdf(late, 'application/pdf')).toBe(at <= 1024 - 5);
      }),
    );
  });
});
