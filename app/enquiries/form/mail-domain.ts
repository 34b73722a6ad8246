import { isNear } from '../../schemas/near-name.ts';

const WELL_KNOWN = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.com',
  'aol.com',
  'yahoo.com',
  'yahoo.co.uk',
  'icloud.com',
  'protonmail.com',
  'tstt.net.tt',
];
/** Real domains one letter away from well-known ones. */
const REAL = ['mail.com', 'ymail.com', 'email.com', 'love.com', 'gmail.co.uk'];

/** Corrects a well-known domain with one typing error. @returns null if there is nothing to correct */
export function correctAddress(address: string): string | null {
  const [, name, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(address.trim().toLowerCase()) ?? [];
  if (!name || !domain || WELL_KNOWN.includes(domain) || REAL.includes(domain)) return null;
  const meant = WELL_KNOWN.find((each) => isNear(domain, each));
  return meant ? `${address.trim().slice(0, name.length)}@${meant}` : null;
}
