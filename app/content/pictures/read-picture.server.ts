import type { AppLoadContext } from '@remix-run/node';
import type { StoredPicture } from '#db/entities/content.ts';
import { parseForm } from '../../forms/action.server.ts';
import { listFiles, measurePicture } from './picture.ts';
import {
  CHOOSE_AGAIN,
  describeUnreadable,
  PICTURE_FORM_BYTES,
  PICTURE_MS,
  pictureProblem,
  pictureSchema,
  TOO_LARGE,
  UNREADABLE,
} from './picture.schema.ts';
import { makePicture } from './pictures.server.ts';

/**
 * Reads the form of a picture, and stores the files of a new one.
 * @param findLargest its greatest width; null where none can be given
 * @returns as `parseForm`; `given` is the new picture, null for one removed or moved; `was` the key of the stored one
 * @throws Error if the store fails
 */
export async function parsePicture(
  context: AppLoadContext,
  request: Request,
  findLargest: () => Promise<number | null>,
) {
  context.beginUpload?.(PICTURE_MS);
  const tooLarge = { file: [TOO_LARGE] };
  const form = await parseForm(context, request, pictureSchema, { file: { maxBytes: PICTURE_FORM_BYTES, tooLarge } });
  if (!form.ok) return form;
  const { alt, decorative, file, picture, version, intent, point } = form.value;
  const focus = point ?? form.value.focus;
  const refused = (problem: string) =>
    ({ ...form, ok: false, reply: form.invalid({ file: [problem] }, problem === TOO_LARGE ? 413 : 400) }) as const;
  const read = (key: string | null) => {
    const given: StoredPicture | null = key === null ? null : { alt: decorative ? '' : alt, key, focus };
    return { ...form, value: { given, was: picture, version, intent, isPointed: Boolean(point) } };
  };
  if (intent && intent !== 'preview') return read(null);
  if (!file) {
    // A browser may remember the key of a previewed picture for longer than the sweep leaves its files.
    const named = measurePicture({ alt: '', key: picture, focus });
    const isGone = !named || !(await context.app.store.has(listFiles(named)[0]!));
    return isGone ? refused(CHOOSE_AGAIN) : read(picture);
  }
  const problem = await pictureProblem(file);
  if (problem) return refused(problem);
  const largest = await findLargest();
  if (largest === null) return refused(UNREADABLE);
  const made = await makePicture(new Uint8Array(await file.arrayBuffer()), largest);
  if (!made) return refused(await describeUnreadable(file));
  // If one fails, the sweep removes those before it.
  for (const [key, bytes] of made.files) await context.app.store.put(key, bytes);
  return read(made.key);
}
