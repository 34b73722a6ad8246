import sharp, { type Sharp } from 'sharp';

/** What the test pictures show: their left upper quarter is of this red, the rest of this blue. */
export const RED = [200, 30, 60];
export const BLUE = [30, 60, 160];
const colour = ([r, g, b]: number[]) => ({ r: r!, g: g!, b: b! });

interface Shape {
  width?: number;
  height?: number;
  alpha?: number;
  /** In which corner the red is, from the left and the top in halves. */
  corner?: readonly [right: 0 | 1, down: 0 | 1];
}

/** A picture of two colours, so that one sees which side is up. */
export function twoColours({ width = 300, height = 200, alpha, corner: [right, down] = [0, 0] }: Shape = {}): Sharp {
  const channels = alpha === undefined ? (3 as const) : (4 as const);
  const [w, h] = [width / 2, height / 2];
  const background = { ...colour(BLUE), alpha: alpha ?? 1 };
  const create = { width: w, height: h, channels: 3 as const, background: colour(RED) };
  const red = { input: { create }, left: right * w, top: down * h };
  return sharp({ create: { width, height, channels, background } }).composite([red]);
}

/** Where the red lies in the file of a camera that was held in one of eight ways, by its orientation (EXIF 4.6.5.B). */
const held = [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0], [0, 1], [1, 1], [1, 0]] as const; // prettier-ignore

async function photoHeld(orientation: number): Promise<Buffer> {
  const isOnSide = orientation > 4;
  const [width, height] = isOnSide ? [200, 300] : [300, 200];
  const gps = { GPSLatitudeRef: 'N', GPSLatitude: '10/1 39/1 0/1', GPSLongitudeRef: 'W' };
  return sharp(
    await twoColours({ width, height, corner: held[orientation - 1] })
      .png()
      .toBuffer(),
  )
    .withExif({ IFD0: { Make: 'Canary Camera', Artist: 'Canary Artist' }, IFD3: gps })
    .withMetadata({ orientation })
    .jpeg({ quality: 95 })
    .toBuffer();
}

/** Files that phones and programs really make; each shows the same, if it is read rightly. */
export const photos: Record<string, () => Promise<Buffer>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`EXIF ${n} with GPS`, () => photoHeld(n)])),
  'a progressive JPEG': () => twoColours().jpeg({ progressive: true, quality: 95 }).toBuffer(),
  'a CMYK JPEG': () => twoColours().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
  'a CMYK JPEG with its profile': () => twoColours().withIccProfile('cmyk').jpeg({ quality: 95 }).toBuffer(),
  'a P3 JPEG': () => twoColours().withIccProfile('p3').jpeg({ quality: 95 }).toBuffer(),
  'a PNG': () => twoColours().png().toBuffer(),
  'a PNG with a palette': () => twoColours().png({ palette: true }).toBuffer(),
  'a PNG of 16 bits': () => twoColours().toColourspace('rgb16').png().toBuffer(),
  'a P3 PNG of 16 bits': () => twoColours().toColourspace('rgb16').withIccProfile('p3').png().toBuffer(),
  'a WebP': () => twoColours().webp({ quality: 95 }).toBuffer(),
  'a WebP without loss': () => twoColours().webp({ lossless: true }).toBuffer(),
  'a transparent WebP': () => twoColours({ alpha: 0 }).webp({ quality: 95 }).toBuffer(),
  'an animated WebP': async () => {
    const frames = [await twoColours().png().toBuffer(), await twoColours().negate().png().toBuffer()];
    return sharp(frames, { join: { animated: true } })
      .webp({ quality: 95, delay: [100, 100] })
      .toBuffer();
  },
  'a photo of 48 megapixels': () => twoColours({ width: 8064, height: 6048 }).jpeg({ quality: 95 }).toBuffer(),
};
