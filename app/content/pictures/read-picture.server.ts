import type { AppLoadContext } from '@remix-run/node';
import { parseForm } from '../../forms/action.server.ts';
import {
  CHOOSE_AGAIN,
  listFiles,
  PICTURE_FORM_BYTES,
  PICTURE_MS,
  findPicture,
  pictureProblem,
  pictureSchema,
  joinPicture,
  TOO_LARGE,
  UNREADABLE,
} from './picture.ts';
import { makePicture } from './pictures.server.ts';

/**
 * Reads the form of a picture, and keeps the files of a new one.
 * @param isPicture whether the text in edit is one
 * @returns as `parseForm`; the value is that of the text
 * @throws also Error if the store does not take them
 */
export async function parsePicture(context: AppLoadContext, request: Request, isPicture: () => Promise<boolean>) {
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
    const value = joinPicture(alt, picture);
    const named = findPicture(value);
    const isGone = named && !(await context.app.store.stat(listFiles(named)[0]!));
    return isGone ? refused(CHOOSE_AGAIN) : read(value);
  }
  const problem = await pictureProblem(file);
  if (problem) return refused(problem);
  if (!(await isPicture())) return refused(UNREADABLE);
  const made = await makePicture(new Uint8Array(await file.arrayBuffer()));
  if (!made) return refused(UNREADABLE);
  // Should one not be taken, those that were are left for the sweep.
  for (const [key, bytes] of made.files) await context.app.store.put(key, bytes);
  return read(joinPicture(alt, made.key));
}
