import decodeQR from 'qr/decode.js';
import { describe, expect, it } from 'vitest';
import {
  drawQr,
  findStep,
  hashRecoveryCode,
  newKey,
  newRecoveryCodes,
} from '#app/accounts/second-factor/codes.server.ts';
import { totpCode } from '../support/second-factor.ts';

const RFC_KEY = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // '12345678901234567890' in base32

describe('a code', () => {
  // RFC 6238, appendix B, SHA-1. Its codes have eight digits, and their last six are the code of six.
  it.each([
    [59, '94287082'],
    [20000000000, '65353130'],
  ])('at second %i is as RFC 6238 says', (seconds, code) => {
    const step = Math.floor(seconds / 30);
    expect(findStep(RFC_KEY, code.slice(2), step)).toBe(step);
    expect(totpCode(RFC_KEY, 0, seconds * 1000)).toBe(code.slice(2)); // the helper of the other tests
  });

  it('counts one step early and one late, and no further', () => {
    const key = newKey();
    const now = 59_000_000;
    const code = totpCode(key, 0, now * 30_000);
    expect([-2, -1, 0, 1, 2].map((away) => findStep(key, code, now + away))).toEqual([null, now, now, now, null]);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('is not %j', (code) =>
    expect(findStep(RFC_KEY, code, 1)).toBeNull(),
  );
});

describe('the key', () => {
  it('has 160 bits, and is new each time', () => {
    const keys = Array.from({ length: 100 }, newKey);
    expect(new Set(keys).size).toBe(100);
    for (const key of keys) expect(key).toMatch(/^[A-Z2-7]{32}$/);
  });

  it('is read from the picture, with whose it is', () => {
    const { size, path } = drawQr(RFC_KEY, 'Rigging & Lifting', 'ann.lee@example.com');
    const scale = 4;
    const width = size * scale;
    const data = new Uint8Array(width * width * 3).fill(255);
    for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
      for (let dy = 0; dy < scale; dy++) {
        const from = ((Number(y) * scale + dy) * width + Number(x) * scale) * 3;
        data.fill(0, from, from + scale * 3);
      }
    const uri = new URL(decodeQR({ width, height: width, data }));
    const expected = ['otpauth:', 'totp', '/Rigging & Lifting:ann.lee@example.com'];
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(expected);
    const asked = { issuer: 'Rigging & Lifting', secret: RFC_KEY, algorithm: 'SHA1', digits: '6', period: '30' };
    expect(Object.fromEntries(uri.searchParams)).toEqual(asked);
  });
});

describe('recovery codes', () => {
  it('are ten, of more than 112 bits, without vowels, and new each time', () => {
    const codes = [...newRecoveryCodes(), ...newRecoveryCodes()];
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^([0-9B-DF-HJ-KM-NP-TW-XZ]{4}-){5}[0-9B-DF-HJ-KM-NP-TW-XZ]{4}$/);
    expect(24 * Math.log2(new Set(codes.join('').replaceAll('-', '')).size)).toBeGreaterThan(112);
  });

  it('are the same however they are typed', () => {
    const typed = ['K01M-2F9X-QQ00-1111', 'k01m2f9xqq001111', ' kOiM 2f9x qqoO  lIiL '];
    expect(new Set(typed.map(hashRecoveryCode)).size).toBe(1);
    expect(hashRecoveryCode('K01M-2F9X-QQ00-1112')).not.toBe(hashRecoveryCode('K01M-2F9X-QQ00-1111'));
  });
});
