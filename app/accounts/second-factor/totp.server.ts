import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';

// As every authenticator app understands it (RFC 6238).
const algorithm = 'SHA1';
const digits = 6;
const SECONDS = 30;
const STEPS_EITHER_WAY = 1;

/** A new key of 160 bits, as RFC 4226 recommends, in base32. */
export const newKey = (): string => new Secret({ size: 20 }).base32;

/** What was typed, without what people and apps put between its parts. */
export const withoutGaps = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Whether it looks like a code of an app. */
export const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/**
 * The step whose code this is, of those near enough to `now`.
 * @param code as `withoutGaps` leaves it; the library takes nothing but six digits
 * @param now the present step, counted from the epoch
 * @returns null if it is the code of none of them
 */
export function stepOf(key: string, code: string, now: number): number | null {
  if (!isCode(code)) return null;
  const secret = Secret.fromBase32(key);
  const timestamp = now * SECONDS * 1000;
  const options = { algorithm, digits, period: SECONDS, window: STEPS_EITHER_WAY };
  const away = TOTP.validate({ token: code, secret, timestamp, ...options });
  return away === null ? null : now + away;
}

/**
 * The present step. By the database's clock: it is one for all processes, so that a code which one of them has taken
 * counts as used at every other, however their machines' clocks differ.
 */
export const PRESENT_STEP = `floor(extract(epoch from clock_timestamp()) / ${SECONDS})::int`;

/** A picture of square dots: the path of the dark ones, in a box of so many dots. */
export interface QrPicture {
  size: number;
  path: string;
}

/** What an authenticator app reads to know the key and whose it is. */
export function qrOf(key: string, issuer: string, email: string): QrPicture {
  const totp = new TOTP({ issuer, label: email, algorithm, digits, period: SECONDS, secret: Secret.fromBase32(key) });
  const rows = encodeQR(totp.toString(), 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: rows.length, path: path.join('') };
}
