import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pdfError } from '#app/content/documents/pdf-check.ts';
import { findFileKind } from '#app/storage/file-kind.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const isPdf = async (file: Uint8Array<ArrayBuffer>, type: string) =>
  !(await pdfError(new File([file], 'a.pdf', { type })));
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
  ])('with the signature, declared as %j, is a PDF: %s', async (type, is) => expect(await isPdf(pdf, type)).toBe(is));

  it.each(['<html>', '%PD', '%PDF', '%pdf-1.7', 'MZ', `${' '.repeat(1020)}%PDF-1.7`])(
    'that begins %j is refused',
    async (text) => expect(await isPdf(bytes(text), 'application/pdf')).toBe(false),
  );

  it.each(['\uFEFF%PDF-1.7', '\n%PDF-1.7', '@PJL SET\r\n%PDF-1.4', `${' '.repeat(1019)}%PDF-1.7`])(
    'that begins %j is taken, as its readers do, from staff and from visitors',
    async (text) => {
      expect(await isPdf(bytes(text), 'application/pdf')).toBe(true);
      expect(findFileKind(bytes(text))).toBe('pdf');
    },
  );

  it('of another kind stays that kind, whatever stands in it', () =>
    expect(findFileKind(Uint8Array.of(0xff, 0xd8, 0xff, ...bytes('%PDF-1.7')))).toBe('jpeg'));

  it('is taken only with the signature near its beginning', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 50 }), fc.nat(2000), async (file, at) => {
        expect(await isPdf(new Uint8Array(file), 'application/pdf')).toBe(Buffer.from(file).includes('%PDF-'));
        const late = new Uint8Array(Buffer.concat([Buffer.alloc(at), Buffer.from('%PDF-'), file]));
        expect(await isPdf(late, 'application/pdf')).toBe(at <= 1024 - 5);
      }),
    );
  });
});
