import { Secret, TOTP } from 'otpauth';
import { encodeQR } from 'qr';
import type { App } from '#db/app.ts';
import { hashToken } from '../account-tokens.server.ts';
import { randomGroups } from '../passwords/password.server.ts';
import { seal, unseal } from '../seal.server.ts';
import type { Staff } from '../guards.server.ts';

// The values that every authenticator app understands (RFC 6238).
const SECONDS = 30;
const options = { algorithm: 'SHA1', digits: 6, period: SECONDS };
const STEPS_EITHER_WAY = 1;

/** 160 bits, as RFC 4226 recommends, in base32. */
export const newKey = (): string => new Secret({ size: 20 }).base32;

/** Also the dashes, invisible characters and wide digits of other programs. */
export const removeGaps = (typed: string): string => typed.normalize('NFKC').replace(/[\s\p{Cf}\p{Pd}]/gu, '');

export const isCode = (code: string): boolean => /^\d{6}$/.test(code);

/** Finds the time step near `now` that has this code; steps are counted from the epoch. */
export function findStep(key: string, code: string, now: number): number | null {
  if (!isCode(code)) return null;
  const [secret, timestamp] = [Secret.fromBase32(key), now * SECONDS * 1000];
  const away = TOTP.validate({ token: code, secret, timestamp, window: STEPS_EITHER_WAY, ...options });
  return away === null ? null : now + away;
}

/** SQL: the present time step, by the database's clock, so that a code is used once in all processes. */
export const PRESENT_STEP = `floor(extract(epoch from clock_timestamp()) / ${SECONDS})::int`;

/** For authenticator apps. @returns the path of the dark squares, in a drawing of `size` × `size` */
export function drawQr(key: string, issuer: string, email: string) {
  const totp = new TOTP({ issuer, label: email, secret: Secret.fromBase32(key), ...options });
  const rows = encodeQR(totp.toString(), 'raw', { ecc: 'medium', border: 4 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: rows.length, path: path.join('') };
}

const SET_UP_MS = 3_600_000;

type Owner = Pick<Staff, 'accountId' | 'email'>;
export type SetUp = ReturnType<typeof showSetUp>;

/**
 * Shows a key: a new one, unless one is given. The form carries the sealed key until a code confirms it, so that
 * loading the page changes nothing.
 */
export function showSetUp(
  app: App,
  { accountId, email }: Owner,
  companyName = '',
  { key, until } = { key: newKey(), until: app.clock.now() + SET_UP_MS },
) {
  return {
    sealed: seal(app, 'second-factor-set-up', JSON.stringify({ accountId, key, until })),
    groups: [...key.match(/.{1,4}/g)!],
    qr: drawQr(key, companyName, email),
  };
}

/** @returns null if the key is another account's or expired */
export function openSetUp(app: App, { accountId }: Owner, sealed: string): { key: string; until: number } | null {
  const opened = unseal(app, 'second-factor-set-up', sealed);
  if (opened === null) return null;
  const made = JSON.parse(opened) as { accountId: number; key: string; until: number };
  return made.accountId === accountId && made.until > app.clock.now() ? made : null;
}

/** Crockford's alphabet, in which no letter looks like another. */
const LETTERS = '0123456789BCDFGHJKMNPQRSTWXZ';

/** Makes ten codes of 115 bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: 10 }, () => randomGroups(LETTERS, 6, 4));

/** A plain hash is enough, as a recovery code is too long to guess. Different ways to type a code give one hash. */
export const hashRecoveryCode = (typed: string): string =>
  hashToken(removeGaps(typed.toUpperCase()).replaceAll('O', '0').replace(/[IL]/g, '1'));
