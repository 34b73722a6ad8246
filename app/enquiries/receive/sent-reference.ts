/**
 * The reference of the enquiry that a browser has just sent, by its cookies: the thanks name it, and no address does.
 * @param name of the cookie; a script does not know which of the two it has here
 */
export const referenceIn = (cookies: string, name = '(?:__Host-)?reference'): string | null =>
  new RegExp(`(?:^|; )${name}=(SR-[0-9A-HJKMNP-TV-Z]{6})(?:;|$)`).exec(cookies)?.[1] ?? null;
