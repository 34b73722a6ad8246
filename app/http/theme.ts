export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];
export const THEME_KEY = 'theme';
export const THEME_SECONDS = 31_536_000; // a year

/** Light until the visitor chooses, on a dark device too. */
export function readTheme(cookieHeader: string | null): Theme {
  const value = /(?:^|;\s*)theme=(light|dark|system)(?:;|$)/.exec(cookieHeader ?? '')?.[1];
  return (value as Theme | undefined) ?? 'light';
}
