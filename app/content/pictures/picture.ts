import type { StoredPicture } from '#db/entities/content.ts';
import { paths } from '../../paths.ts';
import { localDay, localTime } from '../../time/dates.ts';

/** In pixels; those up to 960 are also what there is of pictures from before the wider ones. */
const WIDTHS = [480, 720, 960, 1440, 1920];
export const LARGEST = WIDTHS.at(-1)!;
/** Of a picture that is shown small. */
export const LARGEST_NARROW = 960;
const LARGEST_JPEG = 960; // for browsers from before 2020

export const pictureTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof pictureTypes;

/** A picture that staff have given. Without `alt` it only decorates. */
export interface GivenPicture extends StoredPicture {
  /** In pixels, of the largest of its files. */
  width: number;
  height: number;
}

export const MAX_ALT = 300; // characters

/** The part of a picture that is shown wherever it is cut, as `object-position`. */
export const focalPoints = {
  '0% 0%': 'Top left',
  '50% 0%': 'Top',
  '100% 0%': 'Top right',
  '0% 50%': 'Left',
  '50% 50%': 'Centre',
  '100% 50%': 'Right',
  '0% 100%': 'Bottom left',
  '50% 100%': 'Bottom',
  '100% 100%': 'Bottom right',
} as const;
export type FocalPoint = keyof typeof focalPoints;
export const CENTRE: FocalPoint = '50% 50%';

/** When it came, a hash of its content, and the size of its largest file. */
const KEY = /^picture-[0-9a-z]{8,9}-[0-9a-f]{16}-([1-9]\d{0,3})x([1-9]\d{0,3})$/;
const FILE = /^(picture-[0-9a-z]{8,9}-[0-9a-f]{16}-\d{1,4}x\d{1,4})-\d{1,4}\.(avif|webp|jpg)$/;

/** A picture as a page text holds it: what it shows, its key, and its focal point where that is not its centre. */
export const joinPicture = ({ alt, key, focus }: StoredPicture): string =>
  [alt, key, ...(focus === CENTRE ? [] : [focus])].join('\n');

/** The picture that a page text holds; null where it holds none. */
export function findPicture(value: string | undefined): GivenPicture | null {
  const [alt = '', key = '', focus = CENTRE, ...rest] = (value ?? '').split('\n');
  return rest.length ? null : measurePicture({ alt, key, focus });
}

/** What the form of a picture says of one. */
export const pictureValues = (picture: StoredPicture | null) => ({
  alt: picture?.alt ?? '',
  decorative: picture?.alt === '' ? 'on' : '',
  picture: picture?.key ?? '',
  focus: picture?.focus ?? CENTRE,
});

/** A picture with its size; null for what is none. */
export function measurePicture({ alt, key, focus }: StoredPicture): GivenPicture | null {
  const size = KEY.exec(key);
  if (!size || [...alt].length > MAX_ALT || !Object.hasOwn(focalPoints, focus)) return null;
  return { alt, key, focus, width: Number(size[1]), height: Number(size[2]) };
}

export const measurePictures = (pictures: readonly StoredPicture[]): GivenPicture[] =>
  pictures.flatMap((picture) => measurePicture(picture) ?? []);

/** Whether two values are one file with the same words: a form that is sent twice makes two keys. */
export const isSamePicture = (one: string, other: string): boolean =>
  one.replace(/^picture-\w+/m, '') === other.replace(/^picture-\w+/m, '');

/** A picture where it cannot be shown: what it shows, when it was given, and its focal point. */
export function describePicture({ alt, key, focus }: StoredPicture): string {
  const given = new Date(parseInt(key.split('-')[1]!, 36));
  const point = focus === CENTRE ? '' : `, focal point: ${focalPoints[focus as FocalPoint].toLowerCase()}`;
  return `${alt || 'Decorative'} (picture of ${localDay(given)}, ${localTime(given)}${point})`;
}

/** The widths in which there are files of a picture, up to its own. */
export const listWidths = (width: number): number[] => [...WIDTHS.filter((each) => each < width), width];
const widestUpTo = (most: number, width: number) => Math.max(...listWidths(width).filter((each) => each <= most));

const namePictureFile = (key: string, width: number, format: PictureFormat) => `${key}-${width}.${format}`;

/** In which of its widths there is a file of a format. */
export const formatsAt = (each: number, width: number): PictureFormat[] =>
  each === widestUpTo(Math.max(LARGEST_JPEG, listWidths(width)[0]!), width)
    ? ['avif', 'webp', 'jpg']
    : ['avif', 'webp'];

export const listFiles = ({ key, width }: Pick<GivenPicture, 'key' | 'width'>): string[] =>
  listWidths(width).flatMap((each) => formatsAt(each, width).map((format) => namePictureFile(key, each, format)));

/** What a file of a picture is; null for a name that is none. */
export const findFormat = (file: string): PictureFormat | null =>
  (FILE.exec(file)?.[2] as PictureFormat | undefined) ?? null;

export const makeSrcSet = ({ key, width }: GivenPicture, format: PictureFormat): string =>
  listWidths(width)
    .map((each) => `${paths.picture(namePictureFile(key, each, format))} ${each}w`)
    .join(', ');

/** The JPEG of a picture, which also those can show who share a page. */
export function findJpeg({ key, width, height }: GivenPicture) {
  const shown = widestUpTo(LARGEST_JPEG, width);
  const src = paths.picture(namePictureFile(key, shown, 'jpg'));
  return { src, width: shown, height: Math.round((height * shown) / width) };
}

/** The file that a link to a picture opens. */
export const findLarge = ({ key, width }: GivenPicture): string =>
  paths.picture(namePictureFile(key, widestUpTo(1920, width), 'webp'));

/** How much of a place's width a browser of a density is told: it takes a file of up to half more. */
const SHARES = [
  [2.5, 0.44],
  [1.5, 0.66],
] as const;

/**
 * The `sizes` of a picture, so that no file is larger than what is shown at twice the density.
 * @param places its widths, each but the last with the media query in which it holds
 */
export function makeSizes(...places: (readonly [media: string, width: string] | string)[]): string {
  const all = places.map((place) => (typeof place === 'string' ? (['', place] as const) : place));
  const dense = SHARES.flatMap(([density, share]) =>
    all.map(
      ([media, width]) => `(min-resolution: ${density}dppx)${media && ` and ${media}`} calc(${width} * ${share})`,
    ),
  );
  return [...dense, ...all.map(([media, width]) => `${media} ${width}`.trim())].join(', ');
}
