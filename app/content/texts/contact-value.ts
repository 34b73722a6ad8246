import { emailSchema } from '../../schemas/email.ts';

type ContactKind = 'email' | 'phone' | 'whatsapp' | 'link';

const kinds: [ContactKind, RegExp][] = [
  ['email', /(^|_)e?mail(_|$)/],
  ['whatsapp', /(^|_)whatsapp(_|$)/],
  ['phone', /(^|_)(phone|telephone|tel|mobile|cell|fax)(_|$)/],
  ['link', /(^|_)(link|url|website|site|address)(_|$)/],
];

/** What a contact text is: its section key says so, or else the value it has now. */
export function contactKind(sectionKey: string, present: string): ContactKind | null {
  const named = kinds.find(([, pattern]) => pattern.test(sectionKey))?.[0];
  if (named) return named;
  if (/^https?:/i.test(present)) return 'link';
  if (present.includes('@')) return 'email';
  return /^[\d\s()+.-]{7,}$/.test(present) ? 'phone' : null;
}

const NO_PHONE = 'Please enter a valid phone number, such as (868) 555-0142';

const checks: Record<ContactKind, [isValid: (value: string) => boolean, problem: string]> = {
  email: [(value) => emailSchema('').safeParse(value).success, 'Please enter a valid email address'],
  phone: [isPhone, NO_PHONE],
  whatsapp: [(value) => isPhone(value) || /^\d{7}$/.test(value.replace(/[\s.-]/g, '')), NO_PHONE],
  link: [isLink, 'Please enter a valid link that starts with https://'],
};

/** What is wrong with a value of type `contact`, for the site makes links of them; null if nothing is. */
export function contactProblem(sectionKey: string, present: string, value: string): string | null {
  const kind = contactKind(sectionKey, present);
  if (!kind) return null;
  const [isValid, problem] = checks[kind];
  return isValid(value) ? null : problem;
}

/** Ten digits (or 1 and ten) as in North America, or an international number that starts with +. */
function isPhone(value: string): boolean {
  if (!/^\+?[\d\s().-]+$/.test(value)) return false;
  const digits = value.replace(/\D/g, '');
  return value.startsWith('+') ? /^[1-9]\d{7,14}$/.test(digits) : /^1?\d{10}$/.test(digits);
}

function isLink(value: string): boolean {
  const url = /^https?:\/\/[^/\\]/i.test(value) && !/[\s\\]/.test(value) ? URL.parse(value) : null;
  return url !== null && !url.username && !url.password && /[^.]\.[^.]/.test(url.hostname);
}
