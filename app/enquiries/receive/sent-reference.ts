/**
 * Reads the reference of the enquiry that was just sent from its cookie.
 * @param name of the cookie; a script does not know which of the two it has
 */
export const referenceIn = (cookies: string, name = '(?:__Host-)?reference'): string | null =>
  new RegExp(`(?:^|; )${name}=(SR-[0-9A-HJKMNP-TV-Z]{6})(?:;|$)`).exec(cookies)?.[1] ?? null;
