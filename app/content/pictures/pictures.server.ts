import { createHash } from 'node:crypto';
import type { Sharp } from 'sharp';
import type { Owner } from '../../storage/sweep-orphans.server.ts';
import { palette } from '../../schemas/colours.ts';
import { semaphore } from '../../http/memory/semaphore.ts';
import { formatsAt, LARGEST_NARROW, listWidths, type PictureFormat } from './picture.ts';

/** A picture's files stay while a current or old state names its key: an old state may come back. */
export const pictureFiles: Owner = {
  keys: /^picture-.+-\d+\.(avif|webp|jpg)$/,
  owned: `select key from jsonb_array_elements_text(?::jsonb) key where regexp_replace(key, '-[0-9]+[.][a-z]+$', '') in
    (select split_part(content_value, chr(10), 2) from page_content where content_type = 'picture'
     union all select split_part(content_value, chr(10), 2) from unsaved_texts
     union all select split_part(state ->> 'contentValue', chr(10), 2) from revisions where noun = 'pages'
     union all select picture ->> 'key' from projects, jsonb_array_elements(pictures) picture
     union all select picture ->> 'key' from revisions, jsonb_array_elements(state -> 'pictures') picture
       where noun = 'projects')`,
};

const MOST_PIXELS = 50_000_000; // the most that phones take; a file of a few kilobytes can claim a thousand times as many
const SECONDS = 20;
const encode: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 58, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 77 }),
  jpg: (picture) => picture.jpeg({ quality: 78, mozjpeg: true }),
};

/** One at a time: each takes the memory of its pixels. */
const waitToMake = semaphore({ perKey: 1, inAll: 1 });

/**
 * Makes the files of a picture in all widths and formats: upright, without the place and time that its camera recorded.
 * @param largest the greatest width, in pixels; upright pictures for a narrow place are twice as high
 * @returns null if the bytes are not a picture, or one of too many pixels
 */
export async function makePicture(bytes: Uint8Array, largest: number) {
  // Loaded with the first picture: most processes never need it.
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1); // visitors get the other processors
  sharp.cache(false);
  const release = await waitToMake('');
  try {
    const limits = { limitInputPixels: MOST_PIXELS, failOn: 'error' } as const;
    const height = largest === LARGEST_NARROW ? 2 * largest : largest;
    const { data, info } = await sharp(bytes, limits)
      .pipelineColourspace('srgb') // otherwise a wide gamut of 16 bits comes out as if it were sRGB
      .autoOrient()
      .resize({ width: largest, height, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: palette.white })
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const key = `picture-${Date.now().toString(36)}-${hash}-${info.width}x${info.height}`;
    const raw = { width: info.width, height: info.height, channels: info.channels };
    const files = new Map<string, Buffer>();
    for (const width of listWidths(info.width)) {
      const sized = sharp(data, { raw }).resize(width);
      for (const format of formatsAt(width, info.width)) {
        const file = encode[format](sized.clone()).timeout({ seconds: SECONDS });
        files.set(`${key}-${width}.${format}`, await file.toBuffer());
      }
    }
    return { key, files };
  } catch {
    return null; // cut off, empty, or not what it begins like
  } finally {
    release();
  }
}
