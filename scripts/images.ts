// `npm run images` makes the served pictures from the originals in app/site/art. Run it by hand when an original changes
// and commit the results, so that a build makes no pictures.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import sharp from 'sharp';
import { pictures } from '../app/site/pictures.ts';
import { exitOnUsageError, readArguments } from './arguments.mjs';
import { inRoot } from './project.mjs';

await exitOnUsageError(() => readArguments('Usage:\n  npm run images   makes the served pictures from app/site/art'));

const art = (file: string) => fs.readFileSync(inRoot('app/site/art', file));
const inPublic = (file: string) => inRoot('public', file);

/** `tallLeft` is the left edge of the upright cut, in pixels of the 2400 x 1200 original. */
const originals: Record<keyof typeof pictures, { file: string; tallLeft: number }> = {
  hookBlock: { file: 'hero-3-hook-block.jpg', tallLeft: 1136 },
  crawlerCrane: { file: 'hero-1-crawler-crane.jpg', tallLeft: 1060 },
  jackUp: { file: 'hero-2-jack-up.jpg', tallLeft: 1160 },
  tandemLift: { file: 'hero-5-tandem-lift.jpg', tallLeft: 1080 },
  port: { file: 'hero-4-port.jpg', tallLeft: 1060 },
};

// The originals are 1200 pixels high: an upright 4:5 cut has 960 columns, and enlarging it would only add bytes.
const shapes = {
  wide: { widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
  tall: { widths: [480, 720, 960], width: 960, height: 1200 },
};
// Phones show the upright cut with three device pixels per CSS pixel under a dark overlay, and pay for each byte.
const quality = {
  wide: { avif: 58, webp: 77 },
  tall: { avif: 46, webp: 66 },
};
// Browsers without WebP are older than 2020: one file of medium size is enough.
const fallback = { width: 1080, quality: 78 };

fs.rmSync(inPublic('pictures'), { recursive: true, force: true });
fs.mkdirSync(inPublic('pictures'));
const made: string[] = [];
for (const { name, alt, focus } of Object.values(pictures)) {
  const { file, tallLeft } = originals[name as keyof typeof pictures];
  const source = art(file);
  const settings = JSON.stringify([tallLeft, shapes, quality, fallback, sharp.versions]);
  const hash = createHash('sha256').update(source).update(settings).digest('hex').slice(0, 8);
  const makeShape = async (shape: keyof typeof shapes) => {
    const base = `/pictures/${file.replace(/^hero-\d-|\.jpg$/g, '')}-${shape}-${hash}`;
    const { widths, width, height } = shapes[shape];
    const left = shape === 'tall' ? tallLeft : 0;
    for (const target of widths) {
      const cut = () => sharp(source).extract({ left, top: 0, width, height }).resize(target);
      const to = (format: string) => inPublic(`${base}-${target}.${format}`);
      await cut().avif({ quality: quality[shape].avif, effort: 5 }).toFile(to('avif'));
      await cut().webp({ quality: quality[shape].webp, effort: 5 }).toFile(to('webp'));
      if (shape === 'wide' && target === fallback.width)
        await cut().jpeg({ quality: fallback.quality, mozjpeg: true }).toFile(to('jpg'));
    }
    return { base, widths, width, height };
  };
  const picture = { name, alt, focus, wide: await makeShape('wide'), tall: await makeShape('tall') };
  made.push(`  ${name}: ${JSON.stringify(picture)},\n`);
  console.log(name);
}
fs.writeFileSync(
  inRoot('app/site/pictures.ts'),
  `// scripts/images.ts makes all but names, alternative texts and focal points from app/site/art.
import type { PictureData } from '#app/ui/picture.tsx';

/** The site’s own pictures by name, in the order of the slides on the home page. */
export const pictures = {
${made.join('')}} satisfies Record<string, PictureData>;
`,
);

const navy = '#0b2239';
const icon = (pixels: number) => sharp(inPublic('favicon.svg'), { density: 1200 }).resize(pixels);
const rounded = (pixels: number) => icon(pixels).png({ compressionLevel: 9 });
await rounded(192).toFile(inPublic('icon-192.png'));
await rounded(512).toFile(inPublic('icon-512.png'));
// The device crops these two: no rounded corners, and the mark lies in the safe area.
await icon(180).flatten({ background: navy }).png().toFile(inPublic('apple-touch-icon.png'));
await sharp({ create: { width: 512, height: 512, channels: 3, background: navy } })
  .composite([{ input: await rounded(432).toBuffer() }])
  .png()
  .toFile(inPublic('icon-maskable-512.png'));
// An .ico is a header of 22 bytes before an ordinary PNG.
const png = await rounded(32).toBuffer();
const header = Buffer.from([0, 0, 1, 0, 1, 0, 32, 32, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
header.writeUInt32LE(png.length, 14);
fs.writeFileSync(inPublic('favicon.ico'), Buffer.concat([header, png]));

const share = { quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' };
await sharp(art('og.png')).jpeg(share).toFile(inPublic('og.jpg'));
