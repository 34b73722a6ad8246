import sharp from 'sharp';
import { expect, it } from 'vitest';
import { listWidths } from '#app/content/pictures/picture.ts';
import { makePicture } from '#app/content/pictures/pictures.server.ts';
import { BLUE, RED, twoColours } from '../support/photos.ts';

/** The corner of the red in the file of a camera held in each of eight ways, by orientation (EXIF 4.6.5.B). */
const held = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [0, 1], [1, 1], [1, 0]] as const; // oxfmt-ignore

/** A photo with camera and place in its metadata. */
async function photoHeld(orientation: number): Promise<Buffer> {
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '10/1 39/1 0/1', GPSLongitudeRef: 'W' };
  const exif = { IFD0: { Make: 'Canary Camera', Artist: 'Canary Artist' }, IFD3: gps };
  const [width, height] = orientation > 4 ? [200, 300] : [300, 200];
  const turned = twoColours({ width, height, corner: held[orientation - 1] });
  const photo = sharp(await turned.png().toBuffer())
    .withExif(exif)
    .withMetadata({ orientation });
  return photo.jpeg({ quality: 95 }).toBuffer();
}

async function animation(): Promise<Buffer> {
  const frames = [await twoColours().png().toBuffer(), await twoColours().negate().png().toBuffer()];
  return sharp(frames, { join: { animated: true } })
    .webp({ quality: 95, delay: [100, 100] })
    .toBuffer();
}

/** The colours in the middle of each quarter: upper left, upper right, lower left, lower right. */
async function quarters(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    return [...data.subarray(start, start + 3)];
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)];
}
const NEAR = 45; // the tolerance of inks
const isNear = (one: number[], other: number[]) => one.every((value, index) => Math.abs(value - other[index]!) < NEAR);

const WHITE = [255, 255, 255];
const deep = () => twoColours().toColourspace('rgb16');
it.each<[string, () => Promise<Buffer>, rest?: number[]]>([
  ...held.map((_, n): [string, () => Promise<Buffer>] => [`EXIF ${n + 1} with GPS`, () => photoHeld(n + 1)]),
  ['a progressive JPEG', () => twoColours().jpeg({ progressive: true, quality: 95 }).toBuffer()],
  ['a CMYK JPEG', () => twoColours().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['a CMYK JPEG with its profile', () => twoColours().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer()],
  ['a P3 JPEG', () => twoColours().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer()],
  ['a PNG', () => twoColours().png().toBuffer()],
  ['a PNG with a palette', () => twoColours().png({ palette: true }).toBuffer()],
  ['a PNG of 16 bits', () => deep().png().toBuffer()],
  ['a P3 PNG of 16 bits', () => deep().withIccProfile('p3').png().toBuffer()],
  ['a WebP', () => twoColours().webp({ quality: 95 }).toBuffer()],
  ['a WebP without loss', () => twoColours().webp({ lossless: true }).toBuffer()],
  ['a transparent WebP', () => twoColours({ alpha: 0 }).webp({ quality: 95 }).toBuffer(), WHITE],
  ['an animated WebP', animation],
])('%s is made upright and in its colours, and says nothing of place, time and maker', async (_, make, rest = BLUE) => {
  const { key, files } = (await makePicture(await make(), 480))!;
  const [width = 0, height = 0] = /\d+x\d+$/.exec(key)![0].split('x').map(Number);
  expect(width).toBeGreaterThan(height);
  expect(files.size).toBe(listWidths(width).length * 2 + 1);
  for (const [name, file] of files) {
    const found = await quarters(file);
    for (const [index, wanted] of [RED, rest, rest, rest].entries())
      expect([name, index, isNear(found[index]!, wanted), found[index]]).toEqual([name, index, true, found[index]]);
    const { exif, icc, xmp, iptc, orientation, pages } = await sharp(file).metadata();
    expect({ exif, icc, xmp, iptc, orientation, pages: pages ?? 1 }).toEqual({ pages: 1 });
    expect(file.includes('Canary')).toBe(false);
  }
});

it('nothing but the picture is left of a file, whatever else it was', async () => {
  const tail = Buffer.from('<script>canary()</script>PK\u0003\u0004%PDF-1.7');
  for (const bytes of [await twoColours().jpeg().toBuffer(), await twoColours().webp().toBuffer()])
    for (const file of (await makePicture(Buffer.concat([bytes, tail]), 480))!.files.values())
      expect(file.includes('canary')).toBe(false);
});

it.each([
  ['HTML that begins as a JPEG', async () => Buffer.from('\u00ff\u00d8\u00ff<script>hit()</script>', 'latin1')],
  ['half a photo', async () => (await twoColours({ width: 600 }).jpeg().toBuffer()).subarray(0, 700)],
])('of %s nothing is made', async (_, make) => expect(await makePicture(await make(), 480)).toBeNull());

it('of 48 megapixels, as phones take them, one is made, and of 64 none', async () => {
  const plain = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
  expect(await makePicture(await plain(8064, 6048), 480)).not.toBeNull();
  expect(await makePicture(await plain(8000, 8000), 480)).toBeNull();
});
