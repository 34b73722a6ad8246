import type { AppLoadContext } from '@remix-run/node';
import { parseForm } from '../../forms/parse-form.server.ts';
import {
  CHOOSE_AGAIN,
  filesOf,
  PICTURE_FORM_BYTES,
  PICTURE_MS,
  pictureOf,
  pictureProblem,
  pictureSchema,
  pictureValue,
  TOO_LARGE,
  UNREADABLE,
} from './picture.ts';
import { keepPicture, makePicture } from './pictures.server.ts';

/**
 * Reads the form of a picture, and keeps the files of a new one.
 * @param isPicture whether the text in edit is one
 * @returns as `parseForm`; the value is that of the text
 * @throws also Error if the store does not take them
 */
export async function readPicture(context: AppLoadContext, request: Request, isPicture: () => Promise<boolean>) {
  context.beginUpload?.(PICTURE_MS);
  const tooLarge = { file: [TOO_LARGE] };
  const form = await parseForm(context, request, pictureSchema, { file: { maxBytes: PICTURE_FORM_BYTES, tooLarge } });
  if (!form.ok) return form;
  const { alt, file, picture, version, intent } = form.value;
  const refused = (problem: string) =>
    ({ ...form, ok: false, reply: form.invalid({ file: [problem] }, problem === TOO_LARGE ? 413 : 400) }) as const;
  const read = (contentValue: string) => ({
    ...form,
    value: { contentValue, version, intent: intent === 'preview' ? intent : undefined },
  });
  if (intent === 'remove') return read('');
  if (!file) {
    // A device remembers the key of a picture that was looked at for longer than the sweep leaves its files.
    const value = pictureValue(alt, picture);
    const named = pictureOf(value);
    const isGone = named && !(await context.app.store.stat(filesOf(named)[0]!));
    return isGone ? refused(CHOOSE_AGAIN) : read(value);
  }
  const problem = await pictureProblem(file);
  if (problem) return refused(problem);
  if (!(await isPicture())) return refused(UNREADABLE);
  const made = await makePicture(new Uint8Array(await file.arrayBuffer()));
  if (!made) return refused(UNREADABLE);
  await keepPicture(context.app.store, made.files);
  return read(pictureValue(alt, made.key));
}
