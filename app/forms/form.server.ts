import { hash } from 'node:crypto';
import { MIMEType } from 'node:util';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, type AppLoadContext } from '@remix-run/node';
import { FORM_BYTES, isOwnOrigin, readBody } from '../http/front-guard.server.ts';
import { storableText } from '../http/storable-text.ts';
import type { z } from '../schemas/zod.ts';

const MOST_FIELDS = 1100; // the inbox marks up to 1000 messages at once
const MOST_JUDGED = 100; // conform takes quadratic time: 32,768 fields of one name stopped the site for 6 s

/**
 * Reads a form of at most `FORM_BYTES` with storable texts.
 * @throws 403 for a form from another site, 413 over the limit, 400 if it is no form or has too many fields
 */
export async function readForm(context: AppLoadContext, request: Request): Promise<FormData> {
  requireOwnOrigin(context, request);
  return parseBody(await readBytes(request), request.headers.get('content-type') ?? '');
}

/** @throws 413 and 400 as `readForm` */
export async function parseBody(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<FormData> {
  const mime = parseMime(type);
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!mime || hasTooManyFields(body, mime)) throw notAForm();
  let form: FormData | URLSearchParams;
  try {
    form =
      mime.essence === PLAIN
        ? new URLSearchParams(body.toString())
        : // serialised again, so that this parser sees the same boundary as the count of fields above
          await new Response(bytes, { headers: { 'content-type': mime.toString() } }).formData();
  } catch {
    throw notAForm();
  }
  const clean = new FormData();
  let size = 0;
  for (const [name, value] of form) {
    if (typeof value !== 'string') {
      clean.append(name, value);
      continue;
    }
    size += value.length;
    if (size > FORM_BYTES) throw tooLarge();
    clean.append(name, storableText(value));
  }
  return clean;
}

const PLAIN = 'application/x-www-form-urlencoded';

export const isPlainForm = (type = ''): boolean => parseMime(type)?.essence === PLAIN;

function parseMime(type: string): MIMEType | null {
  try {
    return new MIMEType(type);
  } catch {
    return null;
  }
}

const notAForm = () => data(null, { status: 400, statusText: 'Bad Request' });
const tooLarge = () => data(null, { status: 413, statusText: 'Content Too Large' });

/** Checked before parsing, which takes a minute and all memory for a large body with nothing but fields. */
function hasTooManyFields(body: Buffer, { essence, params }: MIMEType): boolean {
  const between = essence === 'multipart/form-data' ? `--${params.get('boundary')}` : '&';
  let fields = 0;
  for (let at = body.indexOf(between); at >= 0; at = body.indexOf(between, at + between.length))
    if (++fields > MOST_FIELDS) return true;
  return false;
}

/** @throws a 403 answer for a request from another site */
export function requireOwnOrigin({ app }: AppLoadContext, request: Request): void {
  if (!isOwnOrigin((name) => request.headers.get(name), app.env.appUrl))
    throw data(null, { status: 403, statusText: 'Forbidden' });
}

// No form here nests its fields. Conform reads other names as paths (`a[4294967294]`) or commands: `__intent__` is JSON
// that sets any value in any field. Names of `Object.prototype`, such as `constructor`, are no fields either.
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/** Validates the fields with plain names. @throws 400 for more than `maxFields` */
export function validateForm<Schema extends z.core.$ZodType>(form: FormData, schema: Schema, maxFields = MOST_JUDGED) {
  if ([...form.keys()].length > maxFields) throw notAForm();
  const fields = new FormData();
  for (const [name, value] of form) if (PLAIN_NAME.test(name) && !(name in {})) fields.append(name, value);
  return parseWithZod(fields, { schema });
}

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > FORM_BYTES) throw tooLarge();
  if (!request.body) return Buffer.alloc(0);
  const bytes = await readBody(request.body.values({ preventCancel: true }));
  if (bytes) return bytes;
  // Reads the rest, or the sender would miss the answer. The server's time limit ends this.
  request.body.pipeTo(new WritableStream()).catch(() => {});
  throw tooLarge();
}

/** Equal for repeats of one submission: the same form instance with the same fields. Null without a `formId`. */
export const submissionKey = (formId: string | undefined, fields: unknown): string | null =>
  formId ? hash('sha256', JSON.stringify([formId, fields])) : null;
