/** Text that PostgreSQL can store and JSON can carry: without NUL characters, broken surrogates replaced. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
