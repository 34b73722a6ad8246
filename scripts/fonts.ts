/**
 * Makes the two web fonts with only the characters that this site's English needs. Run `npm run fonts` by hand when a font
 * package or the characters change, and commit the results. Their names contain a hash: write the new names into
 * `app/ui/fonts.ts` and `app/ui/fonts.css`, and measure the fallbacks there again.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import subsetFont from 'subset-font';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { inRoot } from './project.mjs';

await exitOnUsageError(() => readArguments('Usage:\n  npm run fonts   makes the two web fonts'));

/** The variable axes of each file; a plain number fixes an axis. */
const faces = {
  // A fixed width and no weight below 600 halve the file, and headings, labels and buttons need no more.
  archivo: {
    source: '@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
    axes: { wdth: 108, wght: { min: 600, max: 800, default: 600 } },
  },
  inter: {
    source: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    axes: { wght: { min: 400, max: 700, default: 400 } },
  },
};
// Basic Latin, Latin-1 and English punctuation. Icons draw arrows right and left and check marks.
const codes = Array.from({ length: 0x100 }, (_, code) => code).filter((code) => (code & 0x7f) >= 0x20 && code !== 0x7f);
const text = `${String.fromCodePoint(...codes)}–—‘’‚“”„•…‹›€™↑↓−`;

const folder = inRoot('public', 'fonts');
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
for (const [name, { source, axes }] of Object.entries(faces)) {
  const font = await subsetFont(fs.readFileSync(inRoot('node_modules', source)), text, {
    targetFormat: 'woff2',
    variationAxes: axes,
    keepFeatures: ['kern', 'liga', 'ccmp', 'tnum'],
    noHinting: true,
  });
  const hash = createHash('sha256').update(font).digest('hex').slice(0, 8);
  fs.writeFileSync(`${folder}/${name}-${hash}.woff2`, font);
  console.log(`/fonts/${name}-${hash}.woff2 ${font.length} bytes`);
}
