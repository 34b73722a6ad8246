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
/** One letter away from them, and real. */
const REAL = ['mail.com', 'ymail.com', 'email.com', 'love.com', 'gmail.co.uk'];

/** The address that was probably meant, when its domain is a well-known one with one slip of the finger in it. */
export function meantAddress(address: string): string | null {
  const [, name, domain] = /^([^@\s]+)@([^@\s]+)$/.exec(address.trim().toLowerCase()) ?? [];
  if (!name || !domain || WELL_KNOWN.includes(domain) || REAL.includes(domain)) return null;
  const meant = WELL_KNOWN.find((each) => isOneSlip(domain, each));
  return meant ? `${address.trim().slice(0, name.length)}@${meant}` : null;
}

/** Whether a letter is missing, too many, another one, or has changed places with the next. */
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
