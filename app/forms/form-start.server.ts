import type { AppLoadContext } from '@remix-run/node';
import { FORM_BYTES } from '../http/front-guard.server.ts';
import { formOf, isPlainForm, readForm, requireOwnOrigin, tooLarge } from './form.server.ts';

/**
 * Reads what was typed into a form that will not be done, without waiting for its files: of a form with files the fields
 * before the first of them. By hand: the parser of forms with files reads to the end, and here up to 25 MiB are on
 * their way that nobody keeps.
 * @throws 403 from a foreign page, 400 and 413 as `readForm`
 */
export async function readTyped(context: AppLoadContext, request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (isPlainForm(type)) return readForm(context, request);
  requireOwnOrigin(context, request);
  let text = '';
  const reader = request.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
      text += Buffer.from(part.value).toString('latin1'); // each byte a character, so that none is cut in two
      if (text.length > FORM_BYTES || FILE.test(text)) break;
    }
  } finally {
    reader?.releaseLock(); // the HTTP shell reads on, so that the sender gets the answer
  }
  const file = FILE.exec(text)?.index ?? text.length;
  if (file > FORM_BYTES) throw tooLarge();
  return formOf(before(file, text), type);
}

const FILE = /\r\ncontent-disposition:[^\r\n]*\bfilename/i;

/** A multipart body up to the part around a place in it, or to its end, ended as it should be. */
function before(place: number, text: string): Uint8Array<ArrayBuffer> {
  const [boundary = ''] = text.split('\r\n', 1);
  const end = text.lastIndexOf(boundary, place);
  return new Uint8Array(Buffer.from(`${text.slice(0, end)}${boundary}--\r\n`, 'latin1'));
}
