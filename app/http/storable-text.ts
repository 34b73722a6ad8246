/** Text that PostgreSQL and JSON can hold: no NUL characters, broken surrogates replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
