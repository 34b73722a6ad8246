/**
 * Makes the two web fonts, as small as this site's English needs them: `npm run fonts`, by hand, when a font
 * package or the wanted characters change. The results are committed, so a build does not need the font tools.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import PDFDocument from 'pdfkit';
import { format } from 'prettier';
import subsetFont from 'subset-font';
import { pageTexts } from '../db/starting-content/page-texts.ts';
import { orExit, readArguments } from './arguments.mjs';

await orExit(() => readArguments('Usage:\n  npm run fonts   makes the two web fonts anew'));

interface Axes {
  [axis: string]: number | { min: number; max: number; default: number };
}

interface Face {
  family: string;
  key: string;
  source: string;
  /** What the served file keeps variable; a plain number fixes an axis. */
  axes: Axes & { wght: { min: number; max: number; default: number } };
  /** Stand-ins while the font loads: which weights, and the axes it is measured against. */
  fallbacks: { weights: string; bold: boolean; measuredAt: Axes }[];
}

const faces: Face[] = [
  {
    // A fixed width and no weight below 600 halve the file; headings, labels and buttons need no more.
    family: 'Archivo',
    key: 'archivo',
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wdth: 108, wght: { min: 600, max: 800, default: 600 } },
    fallbacks: [
      { weights: '600 699', bold: true, measuredAt: { wdth: 108, wght: 650 } },
      { weights: '700 800', bold: true, measuredAt: { wdth: 108, wght: 750 } },
    ],
  },
  {
    family: 'Inter',
    key: 'inter',
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700, default: 400 } },
    fallbacks: [
      { weights: '400 500', bold: false, measuredAt: { wght: 400 } },
      { weights: '600 699', bold: true, measuredAt: { wght: 600 } },
      { weights: '700', bold: true, measuredAt: { wght: 700 } },
    ],
  },
];

// Basic Latin, Latin-1 and the punctuation of English. Arrows right and left, check marks are drawn as icons.
const ranges: [number, number][] = [
  [0x20, 0x7e],
  [0xa0, 0xff],
];
const extras = '–—‘’‚“”„•…‹›€™↑↓−';
const features = ['kern', 'liga', 'ccmp', 'tnum'];

// The site's own words, so that lines break where they will break later.
const sample = pageTexts.map(({ contentValue }) => contentValue.replace(/<[^>]*>/g, ' ')).join(' ');

const text =
  ranges
    .map(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join(''))
    .join('') + extras;
const folder = new URL('../public/fonts/', import.meta.url);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const css = ['/* Made by scripts/fonts.ts; do not edit. */'];
const addresses: string[] = [];

for (const face of faces) {
  const source = await readFile(new URL(`../node_modules/${face.source}`, import.meta.url));
  const options = { keepFeatures: features, noHinting: true };
  const font = await subsetFont(source, text, { ...options, targetFormat: 'woff2', variationAxes: face.axes });
  const hash = createHash('sha256').update(font).digest('hex').slice(0, 8);
  const address = `/fonts/${face.key}-${hash}.woff2`;
  await writeFile(new URL(`${face.key}-${hash}.woff2`, folder), font);
  console.log(`${address} ${font.length} bytes`);
  addresses.push(`  ${face.key}: '${address}',`);
  css.push(fontFace(face.family, address, face.axes.wght));
  for (const { weights, bold, measuredAt } of face.fallbacks) {
    const still = await subsetFont(source, text, { ...options, targetFormat: 'truetype', variationAxes: measuredAt });
    css.push(fallbackFace(`${face.family} Fallback`, weights, bold, still));
  }
}

const style = { parser: 'css', singleQuote: true, printWidth: 120 };
await writeFile(new URL('../app/ui/fonts.css', import.meta.url), await format(css.join('\n\n'), style));
await writeFile(
  new URL('../app/ui/fonts.ts', import.meta.url),
  `// Made by scripts/fonts.ts; do not edit.\n\n/** Addresses of the two web fonts, for preloading. */\nexport const fontUrls = {\n${addresses.join('\n')}\n} as const;\n`,
);

function fontFace(family: string, address: string, weight: { min: number; max: number }): string {
  return `@font-face {
  font-family: '${family}';
  font-style: normal;
  font-weight: ${weight.min} ${weight.max};
  font-display: swap;
  src: url('${address}') format('woff2');
}`;
}

/** An installed sans (Arial, its twins, or Roboto, which comes within 1 %), scaled to the space of the given font. */
function fallbackFace(family: string, weights: string, bold: boolean, font: Buffer): string {
  const measure = new PDFDocument();
  // The standard Helvetica of PDF has the advance widths of Arial.
  const scale =
    measure.font(font).widthOfString(sample) /
    measure.font(bold ? 'Helvetica-Bold' : 'Helvetica').widthOfString(sample);
  const { ascent, descent, lineGap } = lineMetrics(font);
  const names = bold
    ? ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Arimo Bold', 'Roboto Bold']
    : ['Arial', 'ArialMT', 'Liberation Sans', 'Arimo', 'Roboto'];
  return `@font-face {
  font-family: '${family}';
  font-style: normal;
  font-weight: ${weights};
  src: ${names.map((name) => `local('${name}')`).join(', ')};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(ascent / scale)};
  descent-override: ${percent(descent / scale)};
  line-gap-override: ${percent(lineGap / scale)};
}`;
}

/** Ascent, descent (positive) and line gap in em, from the tables `head` and `hhea` of a TrueType file. */
function lineMetrics(font: Buffer): { ascent: number; descent: number; lineGap: number } {
  const table = (tag: string) => {
    for (let i = 0; i < font.readUInt16BE(4); i++) {
      const record = 12 + i * 16;
      if (font.toString('latin1', record, record + 4) === tag) return font.readUInt32BE(record + 8);
    }
    throw new Error(`The font has no table ${tag}`);
  };
  const unitsPerEm = font.readUInt16BE(table('head') + 18);
  const hhea = table('hhea');
  const em = (offset: number) => font.readInt16BE(hhea + offset) / unitsPerEm;
  return { ascent: em(4), descent: -em(6), lineGap: em(8) };
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}
