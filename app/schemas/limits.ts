/** The largest number that a column of ids or places takes: PostgreSQL's `int`. */
export const INT_MAX = 2_147_483_647;

/** The longest e-mail address in characters: a path of RFC 5321 (4.5.3.1.3) has 256 with its brackets. */
export const EMAIL_MAX = 254;

/** How many bytes of a file are looked at to tell what it is. */
export const START_BYTES = 1024;
