import { emailSchema } from '../../schemas/email.ts';
import { telephoneHref } from '../../ui/contact-links.ts';

const NO_PHONE = 'Please enter a valid phone number, such as (868) 555-0142';

/** By section key: values that the site makes links of. */
const checks: Record<string, [isValid: (value: string) => boolean, problem: string]> = {
  email: [(value) => emailSchema('').safeParse(value).success, 'Please enter a valid email address'],
  phone_1: [isPhone, NO_PHONE],
  phone_2: [isPhone, NO_PHONE],
  whatsapp: [(value) => isPhone(value) || /^\d{7}$/.test(value.replace(/[\s.-]/g, '')), NO_PHONE],
  network_link: [isLink, 'Please enter a valid link that starts with https://'],
};

export function contactProblem(sectionKey: string, value: string): string | null {
  const [isValid, problem] = checks[sectionKey] ?? [];
  return problem === undefined || isValid!(value) ? null : problem;
}

/** A number that can be called: ten digits (or 1 and ten) as in North America, or an international one with +. */
function isPhone(value: string): boolean {
  if (!/^\+?[\d\s().-]+$/.test(value) || !telephoneHref(value)) return false;
  const digits = value.replace(/\D/g, '');
  return value.startsWith('+') ? /^[1-9]\d{7,14}$/.test(digits) : /^1?\d{10}$/.test(digits);
}

function isLink(value: string): boolean {
  const url = /^https?:\/\/[^/\\]/i.test(value) && !/[\s\\]/.test(value) ? URL.parse(value) : null;
  return url !== null && !url.username && !url.password && /[^.]\.[^.]/.test(url.hostname);
}
