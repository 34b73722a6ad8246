import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { App } from '#db/app.ts';
import { sessionSecrets } from '../env.server.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What is sealed for one purpose cannot be opened for another. */
type Purpose = 'staff-mail' | 'second-factor' | 'second-factor-set-up' | 'kept-form';

const deriveKey = (secret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32));

/** Seals with a key derived from the first `SESSION_SECRET`. */
export function seal(app: App, purpose: Purpose, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(sessionSecrets(app)[0]!, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Also opens what was sealed with an older secret. @returns null if no secret fits */
export function unseal(app: App, purpose: Purpose, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  for (const secret of sessionSecrets(app)) {
    const decipher = createDecipheriv(CIPHER, deriveKey(secret, purpose), bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    } catch {
      // sealed with another secret
    }
  }
  return null;
}
