import { createContext } from 'react';

/** Whose typing the forms of a page keep: the signed-in account; null where nobody is, and nothing is kept. */
export const AccountContext = createContext<string | null>(null);
