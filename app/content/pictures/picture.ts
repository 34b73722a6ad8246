import type { StoredPicture } from '#db/entities/content.ts';
import { paths } from '../../paths.ts';
import { localDay, localTime } from '../../time/dates.ts';

/** In pixels. Pictures from before the wider ones have files up to 960 alone. */
const WIDTHS = [480, 720, 960, 1440, 1920];
export const LARGEST = WIDTHS.at(-1)!;
/** For pictures that are shown small. */
export const LARGEST_NARROW = 960;
const LARGEST_JPEG = 960; // for browsers from before 2020
export const pictureTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof pictureTypes;

/** Given by staff. Without `alt` it only decorates. */
export interface GivenPicture extends StoredPicture {
  /** In pixels, of its largest file. */
  width: number;
  height: number;
}

export const MAX_ALT = 300; // characters

/** The part of a picture that every crop shows, as `object-position`. */
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

/** The time, a hash of the content, and the size of the largest file. */
const KEY = /^picture-[0-9a-z]{8,9}-[0-9a-f]{16}-([1-9]\d{0,3})x([1-9]\d{0,3})$/;
const FILE = /^(picture-[0-9a-z]{8,9}-[0-9a-f]{16}-\d{1,4}x\d{1,4})-\d{1,4}\.(avif|webp|jpg)$/;

/** A picture as a page text stores it. */
export const joinPicture = ({ alt, key, focus }: StoredPicture): string =>
  [alt, key, ...(focus === CENTRE ? [] : [focus])].join('\n');

export function findPicture(value: string | undefined): GivenPicture | null {
  const [alt = '', key = '', focus = CENTRE, ...rest] = (value ?? '').split('\n');
  return rest.length ? null : measurePicture({ alt, key, focus });
}

export const pictureValues = (picture: StoredPicture | null) => ({
  alt: picture?.alt ?? '',
  decorative: picture?.alt === '' ? 'on' : '',
  picture: picture?.key ?? '',
  focus: picture?.focus ?? CENTRE,
});

export function measurePicture({ alt, key, focus }: StoredPicture): GivenPicture | null {
  const size = KEY.exec(key);
  if (!size || [...alt].length > MAX_ALT || !Object.hasOwn(focalPoints, focus)) return null;
  return { alt, key, focus, width: Number(size[1]), height: Number(size[2]) };
}

export const measurePictures = (pictures: readonly StoredPicture[]): GivenPicture[] =>
  pictures.flatMap((picture) => measurePicture(picture) ?? []);

/** Whether two values are the same file with the same words. Their keys may differ: a form sent twice makes two. */
export const isSamePicture = (one: string, other: string): boolean =>
  one.replace(/^picture-\w+/m, '') === other.replace(/^picture-\w+/m, '');

/** A picture in words, where it cannot be shown. */
export function describePicture({ alt, key, focus }: StoredPicture): string {
  const given = new Date(parseInt(key.split('-')[1]!, 36));
  const point = focus === CENTRE ? '' : `, focal point: ${focalPoints[focus as FocalPoint].toLowerCase()}`;
  return `${alt || 'Decorative'} (picture of ${localDay(given)}, ${localTime(given)}${point})`;
}

export const listWidths = (width: number): number[] => [...WIDTHS.filter((each) => each < width), width];
const widestUpTo = (most: number, width: number) => Math.max(...listWidths(width).filter((each) => each <= most));

const namePictureFile = (key: string, width: number, format: PictureFormat) => `${key}-${width}.${format}`;

/** The formats of the file that is `each` wide: only one width has a JPEG. */
export const formatsAt = (each: number, width: number): PictureFormat[] =>
  each === widestUpTo(Math.max(LARGEST_JPEG, listWidths(width)[0]!), width)
    ? ['avif', 'webp', 'jpg']
    : ['avif', 'webp'];

export const listFiles = ({ key, width }: Pick<GivenPicture, 'key' | 'width'>): string[] =>
  listWidths(width).flatMap((each) => formatsAt(each, width).map((format) => namePictureFile(key, each, format)));

export const findFormat = (file: string) => (FILE.exec(file)?.[2] as PictureFormat | undefined) ?? null;

export const makeSrcSet = ({ key, width }: GivenPicture, format: PictureFormat): string =>
  listWidths(width)
    .map((each) => `${paths.picture(namePictureFile(key, each, format))} ${each}w`)
    .join(', ');

/** A JPEG, because services on which a page is shared show no other format. */
export function findJpeg({ key, width, height }: GivenPicture) {
  const shown = widestUpTo(LARGEST_JPEG, width);
  const src = paths.picture(namePictureFile(key, shown, 'jpg'));
  return { src, width: shown, height: Math.round((height * shown) / width) };
}

export const findLarge = ({ key, width }: GivenPicture): string =>
  paths.picture(namePictureFile(key, widestUpTo(1920, width), 'webp'));

/** The share of a place's width told to dense screens: the file that they choose may be half as wide again. */
const SHARES = [
  [2.5, 0.44],
  [1.5, 0.66],
] as const;

/** Browsers then load at most twice the density shown. @param places widths, each but the last with its media query */
export function makeSizes(...places: (readonly [media: string, width: string] | string)[]): string {
  const all = places.map((place) => (typeof place === 'string' ? (['', place] as const) : place));
  const dense = SHARES.flatMap(([density, share]) =>
    all.map(
      ([media, width]) => `(min-resolution: ${density}dppx)${media && ` and ${media}`} calc(${width} * ${share})`,
    ),
  );
  return [...dense, ...all.map(([media, width]) => `${media} ${width}`.trim())].join(', ');
}
