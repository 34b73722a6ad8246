// The files are made by scripts/fonts.ts.

export const fontUrls = { archivo: '/fonts/archivo-86e7573a.woff2', inter: '/fonts/inter-dc8508e4.woff2' } as const;
