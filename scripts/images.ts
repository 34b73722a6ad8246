/**
 * Makes the served pictures from the originals in app/site/art: `npm run images`, by hand, when an original changes.
 * The results are committed, so that a build needs no pictures made.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { orExit, readArguments } from './arguments.mjs';

await orExit(() => readArguments('Usage:\n  npm run images   makes the served pictures anew from app/site/art'));

interface Original {
  file: string;
  name: string;
  alt: string;
  focus: string;
  /** Left edge of the upright cut, in pixels of the 2400 x 1200 original. */
  tallLeft: number;
}

const art = new URL('../app/site/art/', import.meta.url);
const publicFolder = new URL('../public/', import.meta.url);
const manifest = new URL('../app/site/pictures.ts', import.meta.url);

// In the order of the slides on the home page.
const originals: Original[] = [
  {
    file: 'hero-3-hook-block.jpg',
    name: 'hookBlock',
    alt: 'Close-up of an amber crane hook block with black hazard stripes; its latched hook holds a master link, bow shackles and a two-leg wire-rope sling attached to a flanged pipe spool, with lights blurred behind at sundown.',
    focus: '70% 45%',
    tallLeft: 1136,
  },
  {
    file: 'hero-1-crawler-crane.jpg',
    name: 'crawlerCrane',
    alt: 'A lattice-boom crawler crane lowers a level steel girder on two wire-rope slings towards a half-built steel frame at sunset, while riggers in hi-vis and hard hats guide it with a tag line from behind a row of cones.',
    focus: '78% 55%',
    tallLeft: 1060,
  },
  {
    file: 'hero-2-jack-up.jpg',
    name: 'jackUp',
    alt: 'A three-legged jack-up rig stands in a calm sea at dusk with its lights on; its pedestal crane lifts a container in four-leg slings from the deck of a supply vessel.',
    focus: '68% 60%',
    tallLeft: 1160,
  },
  {
    file: 'hero-5-tandem-lift.jpg',
    name: 'tandemLift',
    alt: 'At blue hour two lattice-boom crawler cranes raise a long white process column together in a petrochemical plant, among lit towers, pipe racks, spheres and a burning flare.',
    focus: '72% 58%',
    tallLeft: 1080,
  },
  {
    file: 'hero-4-port.jpg',
    name: 'port',
    alt: 'Amber and blue ship-to-shore cranes work a container ship at a terminal in early morning light, with stacked containers on the quay and green hills behind.',
    focus: '64% 62%',
    tallLeft: 1060,
  },
];

// The originals are 1200 high: an upright 4:5 cut holds 960 columns, and enlarging it would only add bytes.
const shapes = {
  wide: { widths: [480, 768, 1080, 1440, 1920, 2400], width: 2400, height: 1200 },
  tall: { widths: [480, 720, 960], width: 960, height: 1200 },
};

// Phones show the upright cut at three device pixels to one and under a dark overlay, and pay for each byte.
const quality = {
  wide: { avif: 58, webp: 77 },
  tall: { avif: 46, webp: 66 },
};
// Browsers without WebP are older than 2020: one file of a middling size does.
const fallback = { width: 1080, quality: 78 };

await makePictures();
await makeIcons();
await makeShareImage();

async function makePictures(): Promise<void> {
  const folder = new URL('pictures/', publicFolder);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const entries: string[] = [];
  for (const original of originals) {
    const source = await readFile(new URL(original.file, art));
    const settings = JSON.stringify([original.tallLeft, shapes, quality, fallback, sharp.versions]);
    const hash = createHash('sha256').update(source).update(settings).digest('hex').slice(0, 8);
    const stem = original.file.replace(/^hero-\d-|\.jpg$/g, '');
    const described = (['wide', 'tall'] as const).map(async (shape) => {
      const { widths, width, height } = shapes[shape];
      const { avif, webp } = quality[shape];
      const left = shape === 'tall' ? original.tallLeft : 0;
      for (const target of widths) {
        const cut = sharp(source).extract({ left, top: 0, width, height }).resize(target);
        const file = (format: string) => fileName(folder, `${stem}-${shape}-${hash}-${target}.${format}`);
        await cut.clone().avif({ quality: avif, effort: 5 }).toFile(file('avif'));
        await cut.clone().webp({ quality: webp, effort: 5 }).toFile(file('webp'));
        if (shape === 'wide' && target === fallback.width)
          await cut.clone().jpeg({ quality: fallback.quality, mozjpeg: true }).toFile(file('jpg'));
      }
      const base = `/pictures/${stem}-${shape}-${hash}`;
      return `    ${shape}: { base: '${base}', widths: [${widths.join(', ')}], width: ${width}, height: ${height} },`;
    });
    const { name, alt, focus } = original;
    entries.push(
      [`  ${name}: {`, `    name: '${name}',`, `    alt: '${alt}',`, `    focus: '${focus}',`].join('\n'),
      (await Promise.all(described)).join('\n'),
      '  },',
    );
  }
  const lines = [
    '// Made by scripts/images.ts from app/site/art; do not edit.',
    `import type { PictureData } from '#app/ui/picture.tsx';`,
    '',
    '/** The site’s own pictures by name, in the order of the slides on the home page. */',
    'export const pictures = {',
    ...entries,
    '} satisfies Record<string, PictureData>;',
    '',
  ];
  await writeFile(manifest, lines.join('\n'));
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (file) => (await stat(new URL(file, folder))).size),
  );
  console.log(`${sizes.length} pictures, ${Math.round(sizes.reduce((sum, size) => sum + size) / 1024)} KiB`);
}

async function makeIcons(): Promise<void> {
  const tile = await readFile(new URL('favicon.svg', publicFolder));
  const navy = '#0b2239';
  const png = (pixels: number) => sharp(tile, { density: 1200 }).resize(pixels).flatten({ background: navy }).png();
  const rounded = (pixels: number) => sharp(tile, { density: 1200 }).resize(pixels).png({ compressionLevel: 9 });
  await rounded(192).toFile(fileName(publicFolder, 'icon-192.png'));
  await rounded(512).toFile(fileName(publicFolder, 'icon-512.png'));
  // These two are cut to a shape by the device: no rounded corners, and the mark within the safe middle.
  await png(180).toFile(fileName(publicFolder, 'apple-touch-icon.png'));
  const middle = await rounded(432).toBuffer();
  const plate = sharp({ create: { width: 512, height: 512, channels: 3, background: navy } });
  await plate
    .composite([{ input: middle }])
    .png()
    .toFile(fileName(publicFolder, 'icon-maskable-512.png'));
  await writeFile(new URL('favicon.ico', publicFolder), icon(await rounded(32).toBuffer(), 32));
}

/** An .ico is a 22-byte header before an ordinary PNG. */
function icon(png: Buffer, pixels: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(pixels, 6);
  header.writeUInt8(pixels, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

async function makeShareImage(): Promise<void> {
  const options = { quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' };
  await sharp(await readFile(new URL('og.png', art)))
    .jpeg(options)
    .toFile(fileName(publicFolder, 'og.jpg'));
}

function fileName(folder: URL, file: string): string {
  return decodeURIComponent(new URL(file, folder).pathname);
}
