import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentKey } from '#app/content/documents/document-key.ts';
import { isStoreKey } from '#app/storage/document-store.ts';

describe('the key of an uploaded document', () => {
  it.each([
    ['H.S.E. Policy 2024.pdf', '1-H.S.E.-Policy-2024.pdf'],
    ['company_profile.PDF', '1-company_profile.pdf'],
    ['Política de Señalización.pdf', '1-Politica-de-Senalizacion.pdf'],
    ['../../etc/passwd', '1-passwd.pdf'],
    ['C:\\fakepath\\plan.pdf', '1-plan.pdf'],
    ['folder/', '1-document.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', '1-aSet-Cookie-x-1.pdf'],
    ['a\0.pdf', '1-a.pdf'],
    ['invoice\u202Efdp.exe', '1-invoicefdp.exe.pdf'],
    ['', '1-document.pdf'],
    ['.htaccess', '1-htaccess.pdf'],
    ['安全 policy 方针.pdf', '1-policy.pdf'],
    ['a "quoted"; name=x.pdf', '1-a-quoted-name-x.pdf'],
    ['%2e%2e%2fa.pdf', '1-2e-2e-2fa.pdf'],
    [`${'n'.repeat(300)}.pdf`, `1-${'n'.repeat(100)}.pdf`],
  ])('%j becomes %j', (name, key) => expect(documentKey(name, 1)).toBe(key));

  it('is one that a store takes, of at most 120 bytes, whatever the name', () => {
    const words = (unit: 'binary' | 'grapheme') => fc.string({ unit, maxLength: 400 });
    fc.assert(
      fc.property(fc.oneof(words('binary'), words('grapheme'), fc.webPath()), (name) => {
        const key = documentKey(name, 1_764_000_000_000);
        expect(key).toMatch(/^1764000000000-[A-Za-z0-9][A-Za-z0-9._-]*\.pdf$/);
        expect(key).not.toContain('..');
        expect(isStoreKey(key)).toBe(true);
        expect(Buffer.byteLength(key)).toBeLessThanOrEqual(120);
      }),
    );
  });

  it('is never given twice by one process', () =>
    expect(new Set(Array.from({ length: 1000 }, () => documentKey('a.pdf'))).size).toBe(1000));
});
