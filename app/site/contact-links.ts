/**
 * The address of a telephone link. Takes a number as people write it, `(868) 555-0142`; ten digits are taken for a
 * number of the North American plan, so `+1` is put in front.
 */
export function telephoneHref(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  return `tel:+${digits.length === 10 ? '1' : ''}${digits}`;
}

/**
 * The address that opens a WhatsApp conversation. Numbers are written with their country's code there: ten digits are of
 * the North American plan, seven of Trinidad & Tobago.
 */
export function whatsappHref(number: string): string {
  const digits = number.replace(/\D/g, '');
  const code = { 10: '1', 7: '1868' }[digits.length] ?? '';
  return `https://wa.me/${code}${digits}`;
}

/** The address of a mail link. */
export function mailHref(email: string): string {
  return `mailto:${email}`;
}
