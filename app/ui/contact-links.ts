import { bareEmail } from '../schemas/email.ts';

/** The ten digits of each script are consecutive. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(code - zero);
};

export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, digitOf);

// The first number in a text: seven digits are of Trinidad & Tobago, ten of the North American plan. `+`, `00` and `011`
// come before a country code, after which `(0)` is not dialled.
function phoneOf(text: string): { number: string; extension: string | undefined } | null {
  const parts = asciiDigits(text).split(/[/&\n]|[,;](?!\s*(?:ext|x))|\b(?:or|and)\b/i);
  for (const part of parts) {
    const found = /(?:ext(?:ension)?\.?|x|#)[\s=]*(\d{1,6})\s*$/i.exec(part);
    const number = numberIn(part.slice(0, found?.index));
    if (number) return { number, extension: found?.[1] };
  }
  return null;
}

function numberIn(text: string): string | null {
  const run = /(?:\+\s*)?\(?\+?\d[\d\s().–-]*/.exec(text)?.[0] ?? '';
  const all = run.replace(/\D/g, '');
  const prefix = run.includes('+') ? '' : /^(?:011|00)(?=[1-9]\d{6})/.exec(all.length > 10 ? all : '')?.[0];
  if (prefix === undefined) {
    if (/^\d{7}$/.test(all)) return `+1868${all}`;
    if (/^[2-9]\d{9}$/.test(all)) return `+1${all}`;
    return /^[1-9]\d{10,14}$/.test(all) ? `+${all}` : null;
  }
  const digits = run.replace(/\(0\)/, '').replace(/\D/g, '').slice(prefix.length);
  return /^[1-9]\d{6,14}$/.test(digits) ? `+${digits}` : null;
}

export function telephoneHref(text: string): string | undefined {
  const phone = phoneOf(text);
  return phone ? `tel:${phone.number}${phone.extension ? `;ext=${phone.extension}` : ''}` : undefined;
}

export function whatsappHref(text: string): string | undefined {
  const phone = phoneOf(text);
  return phone ? `https://wa.me/${phone.number.slice(1)}` : undefined;
}

export const whatsappLink = (text: string) => ({ href: whatsappHref(text), target: '_blank', rel: 'noopener' });

/** Nothing in an address can add a header, such as a copy. */
export const mailHref = (email: string) => `mailto:${encodeURIComponent(bareEmail(email)).replaceAll('%40', '@')}`;
