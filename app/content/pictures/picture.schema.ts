import { findFileKind } from '../../storage/file-kind.ts';
import { typedLine } from '../../schemas/typed-text.ts';
import { z } from '../../schemas/zod.ts';
import { limitText, MIB } from '../../ui/size-text.ts';
import { CENTRE, focalPoints, MAX_ALT, type FocalPoint } from './picture.ts';

export const PICTURE_BYTES = 10 * MIB;
export const PICTURE_FORM_BYTES = 11 * MIB;
/** Enough for the largest at 30 KiB/s. */
export const PICTURE_MS = 6 * 60_000;
/** HEIC is left out: a phone that is not offered it sends a JPEG. */
export const ACCEPTED_PICTURES = '.jpg,.jpeg,.png,.webp,image/jpeg,image/png,image/webp';
export const NO_PICTURE = 'Please choose a picture';
export const NO_ALT = 'Please say what the picture shows, or mark it as decorative';
export const ALT_IS_FILE = 'This is the name of a file. Please say what the picture shows';
export const NOT_A_PICTURE = 'This file is not a JPEG, PNG, WebP or HEIC picture';
export const UNREADABLE = 'This picture cannot be read, or has more than 50 megapixels'; // `MOST_PIXELS`
export const UNREADABLE_HEIC =
  'This HEIC photo cannot be read here. Please send it as a JPEG (on an iPhone: Settings, Camera, Formats, Most Compatible)';
export const CHOOSE_AGAIN = 'Please choose the picture again: it is no longer kept';
export const TOO_LARGE = `This picture is larger than ${limitText(PICTURE_BYTES)}`;

const findKind = async (file: File) => findFileKind(new Uint8Array(await file.slice(0, 16).arrayBuffer()));

export async function pictureProblem(file: File): Promise<string | null> {
  if (file.size > PICTURE_BYTES) return TOO_LARGE;
  const kind = await findKind(file);
  return kind && kind !== 'pdf' ? null : NOT_A_PICTURE;
}

export const describeUnreadable = async (file: File): Promise<string> =>
  (await findKind(file)) === 'heic' ? UNREADABLE_HEIC : UNREADABLE;

const bareName = (name: string) => name.replace(/\.\w{2,5}$/, '');
/** Whether the text is a file name as cameras, phones and programs give it, or this file's own name in one word. */
const isFileName = (alt: string, file: File | undefined): boolean =>
  /\.(jpe?g|png|webp|hei[cf]|gif|avif|tiff?|bmp|svg)$/i.test(alt) ||
  (/\d{3}/.test(alt) && !/\s/.test(alt)) ||
  /^(whatsapp image|screenshot|screen shot)\b.*\d/i.test(alt) ||
  (/^\S+$/.test(alt) && alt.toLowerCase() === bareName(file?.name ?? '').toLowerCase());

const intents = ['remove', 'preview', 'earlier', 'later'] as const;
const isNoSave = ({ intent = 'preview' }: { intent?: (typeof intents)[number] | undefined }) => intent !== 'preview';
const needsNoWords = (typed: { decorative?: 'on' | undefined } & Parameters<typeof isNoSave>[0]) =>
  isNoSave(typed) || typed.decorative === 'on';

const point = z.enum(Object.keys(focalPoints) as [FocalPoint, ...FocalPoint[]]);

/** `picture` is the key of the stored one. */
export const pictureSchema = z
  .object({
    alt: typedLine(MAX_ALT),
    decorative: z.optional(z.literal('on')),
    focus: z.catch(point, CENTRE),
    /** The focal point whose button was pressed. */
    point: z.catch(z.optional(point), undefined),
    file: z.optional(z.file()),
    picture: z.catch(z.string(), ''),
    version: z.catch(z.int32(), 0),
    intent: z.catch(z.optional(z.enum(intents)), undefined),
  })
  .check(
    z.refine((typed) => needsNoWords(typed) || Boolean(typed.alt), { path: ['alt'], error: NO_ALT }),
    z.refine((typed) => needsNoWords(typed) || !isFileName(typed.alt, typed.file), {
      path: ['alt'],
      error: ALT_IS_FILE,
    }),
    z.refine((typed) => isNoSave(typed) || Boolean(typed.file || typed.picture), { path: ['file'], error: NO_PICTURE }),
  );
