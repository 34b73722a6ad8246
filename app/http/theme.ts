export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The name of the cookie and of the local storage entry that keep the choice. */
export const THEME_KEY = 'theme';
export const THEME_SECONDS = 31_536_000; // a year

/** The chosen theme of a Cookie header; light until the visitor chooses, on a dark device too. */
export function themeOf(cookieHeader: string | null): Theme {
  const value = /(?:^|;\s*)theme=(light|dark|system)(?:;|$)/.exec(cookieHeader ?? '')?.[1];
  return (value as Theme | undefined) ?? 'light';
}
