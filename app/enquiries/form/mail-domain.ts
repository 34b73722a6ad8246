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
  const meant = WELL_KNOWN.find((each) => isOneSlip(domain, each));
  return meant ? `${address.trim().slice(0, name.length)}@${meant}` : null;
}

/** Whether one letter is missing, added, changed, or swapped with the next. */
function isOneSlip(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  const left = typed.slice(start);
  const right = meant.slice(start);
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  );
}
