import { findFileKind } from '../../storage/file-kind.ts';
import { z } from '../../schemas/zod.ts';
import { paths } from '../../paths.ts';
import { localDay, localTime } from '../../time/dates.ts';
import { limitText, MIB } from '../../ui/size-text.ts';

export const PICTURE_BYTES = 10 * MIB;
/** The most that the form of a picture may have, in all. */
export const PICTURE_FORM_BYTES = 11 * MIB;
/** How long such a form may take: the largest at 30 KiB/s. */
export const PICTURE_MS = 6 * 60_000;
export const ACCEPTED_PICTURES = '.jpg,.jpeg,.png,.webp,image/jpeg,image/png,image/webp';
export const MAX_ALT = 300; // characters

/** Those of the site's own upright pictures. */
const WIDTHS = [480, 720, 960];
export const LARGEST = WIDTHS.at(-1)!;

export const pictureTypes = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof pictureTypes;

export interface GivenPicture {
  alt: string;
  /** Of its files in the store: when it came, a hash of its content, and the size of its largest. */
  key: string;
  width: number;
  height: number;
}

const KEY = /^picture-[0-9a-z]{8,9}-[0-9a-f]{16}-([1-9]\d{0,3})x([1-9]\d{0,3})$/;
const FILE = /^(picture-[0-9a-z]{8,9}-[0-9a-f]{16}-\d{1,4}x\d{1,4})-\d{1,4}\.(avif|webp|jpg)$/;

/** A picture as a page text holds it: what it shows on the first line, its key on the second. */
export const joinPicture = (alt: string, key: string): string => `${alt}\n${key}`;

/** What the form of a picture says of one that a page text holds. */
export function splitPicture(value: string): { alt: string; picture: string } {
  const [alt = '', picture = ''] = value.split('\n');
  return { alt, picture };
}

/** The picture that a page text holds; null where it holds none. */
export function findPicture(value: string | undefined): GivenPicture | null {
  const [alt = '', key = '', ...rest] = (value ?? '').split('\n');
  const size = KEY.exec(key);
  if (!size || rest.length || !alt || [...alt].length > MAX_ALT) return null;
  return { alt, key, width: Number(size[1]), height: Number(size[2]) };
}

/** A picture where it cannot be shown: what it shows, and when it was given. */
export function describePicture({ alt, key }: GivenPicture): string {
  const given = new Date(parseInt(key.split('-')[1]!, 36));
  return `${alt} (picture of ${localDay(given)}, ${localTime(given)})`;
}

/** The widths in which there are files of a picture, up to its own. */
export const listWidths = (width: number): number[] => [...WIDTHS.filter((each) => each < width), width];

const namePictureFile = (key: string, width: number, format: PictureFormat) => `${key}-${width}.${format}`;

export const listFiles = ({ key, width }: Pick<GivenPicture, 'key' | 'width'>): string[] =>
  listWidths(width).flatMap((each) =>
    (Object.keys(pictureTypes) as PictureFormat[]).map((format) => namePictureFile(key, each, format)),
  );

/** What a file of a picture is; null for a name that is none. */
export const findFormat = (file: string): PictureFormat | null =>
  (FILE.exec(file)?.[2] as PictureFormat | undefined) ?? null;

export const makeSrcSet = ({ key, width }: GivenPicture, format: PictureFormat): string =>
  listWidths(width)
    .map((each) => `${paths.picture(namePictureFile(key, each, format))} ${each}w`)
    .join(', ');

export const findLargestJpeg = ({ key, width }: GivenPicture): string =>
  paths.picture(namePictureFile(key, width, 'jpg'));

export const NO_PICTURE = 'Please choose a picture';
export const NO_ALT = 'Please say what the picture shows';
export const NOT_A_PICTURE = 'This file is not a JPEG, PNG or WebP picture';
export const UNREADABLE = 'This picture cannot be read, or has more than 50 megapixels'; // `MOST_PIXELS`
export const CHOOSE_AGAIN = 'Please choose the picture again: it is no longer kept';
export const TOO_LARGE = `This picture is larger than ${limitText(PICTURE_BYTES)}`;

/** What is wrong with a file by its size and first bytes; null if nothing is. */
export async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > PICTURE_BYTES) return TOO_LARGE;
  const kind = findFileKind(new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  return kind === 'jpeg' || kind === 'png' || kind === 'webp' ? null : NOT_A_PICTURE;
}

/** The form of a picture; `picture` is the key of the one that is there. */
export const pictureSchema = z
  .object({
    alt: z.pipe(
      z.optional(z.string()),
      z.transform((alt = '') => alt.replace(/\s+/g, ' ').trim()),
    ),
    file: z.optional(z.file()),
    picture: z.catch(z.string(), ''),
    version: z.catch(z.int32(), 0),
    intent: z.catch(z.optional(z.enum(['remove', 'preview'])), undefined),
  })
  .check(
    z.refine(({ alt, intent }) => intent === 'remove' || Boolean(alt), { path: ['alt'], error: NO_ALT }),
    z.refine(({ alt }) => [...alt].length <= MAX_ALT, {
      path: ['alt'],
      error: `Please use at most ${MAX_ALT} characters`,
    }),
    z.refine(({ file, picture, intent }) => intent === 'remove' || Boolean(file || picture), {
      path: ['file'],
      error: NO_PICTURE,
    }),
  );
