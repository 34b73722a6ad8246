import type { AppLoadContext } from '@remix-run/node';
import { FORM_BYTES } from '../http/front-guard.server.ts';
import { parseBody, isPlainForm, readForm, requireOwnOrigin, tooLarge } from './form.server.ts';

/** Reads only the fields before the first file of a form that will not be saved. @throws as `readForm` */
export async function readTyped(context: AppLoadContext, request: Request): Promise<FormData> {
  const type = request.headers.get('content-type') ?? '';
  if (isPlainForm(type)) return readForm(context, request);
  requireOwnOrigin(context, request);
  let text = '';
  const reader = request.body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
      text += Buffer.from(part.value).toString('latin1'); // one byte is one character, so none is cut in two
      if (text.length > FORM_BYTES || FILE.test(text)) break;
    }
  } finally {
    reader?.releaseLock(); // the HTTP shell reads on, so that the sender gets the answer
  }
  const file = FILE.exec(text)?.index ?? text.length;
  if (file > FORM_BYTES) throw tooLarge();
  return parseBody(cutBefore(file, text), type);
}

const FILE = /\r\ncontent-disposition:[^\r\n]*\bfilename\*?="?[^"\r\n]/i; // not an empty field

/** Cuts a multipart body before the part at `place`, and adds the closing boundary. */
function cutBefore(place: number, text: string): Uint8Array<ArrayBuffer> {
  const [boundary = ''] = text.split('\r\n', 1);
  const end = text.lastIndexOf(boundary, place);
  return new Uint8Array(Buffer.from(`${text.slice(0, end)}${boundary}--\r\n`, 'latin1'));
}
