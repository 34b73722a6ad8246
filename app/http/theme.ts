export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];
export const THEME_KEY = 'theme';
export const THEME_SECONDS = 31_536_000; // a year

/** Light until the visitor chooses, on a dark device too. */
export const readTheme = (cookies: string | null): Theme =>
  (/(?:^|;\s*)theme=(light|dark|system)(?:;|$)/.exec(cookies ?? '')?.[1] as Theme | undefined) ?? 'light';
