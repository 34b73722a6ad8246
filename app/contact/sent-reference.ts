/** The reference of the enquiry that a browser has just sent, by its cookies: the thanks name it, and no address does. */
export const referenceIn = (cookies: string): string | null =>
  /(?:^|; )(?:__Host-)?reference=(SR-[0-9A-HJKMNP-TV-Z]{6})(?:;|$)/.exec(cookies)?.[1] ?? null;
