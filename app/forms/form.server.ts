import { parseWithZod } from '@conform-to/zod/v4';
import { data, type AppLoadContext } from '@remix-run/node';
import { FORM_BYTES } from '../http/front-guard.server.ts';
import { MultipartError, receiveForm, type FileLimits, type ReceivedForm } from '../http/files/multipart.server.ts';
import { incoming } from '../http/files/received-file.server.ts';
import { isOwnOrigin } from '../http/origin-check.ts';
import { readBody } from '../http/read-body.ts';
import { storableText } from '../http/storable-text.ts';
import type { z } from '../schemas/zod.ts';

const MOST_FIELDS = 1100; // the inbox marks up to 1000 messages at once
const MOST_JUDGED = 100; // conform takes the square of their number: 32,768 of one name stopped the site for 6 s

/** What a form without files may have. Files, if any, are read over and dropped. */
export const noFiles: Limits = {
  maxFiles: 0,
  maxFileBytes: 0,
  maxBytes: 0,
  maxBodyBytes: FORM_BYTES,
  maxFields: MOST_FIELDS,
  maxFieldBytes: FORM_BYTES,
};

type Limits = Omit<FileLimits, 'folder'>;

/**
 * Reads a form with storable texts, and its files within limits. The caller calls `discard` in the end.
 * @throws 403 from a foreign page, 413 over the limit, 400 for what is no form or has too many fields
 */
export async function receive(context: AppLoadContext, request: Request, limits = noFiles): Promise<ReceivedForm> {
  requireOwnOrigin(context, request);
  const type = request.headers.get('content-type') ?? '';
  if (PLAIN.test(type)) return { form: await readPlain(request), files: [], discard: async () => {} };
  if (!MULTIPART.test(type)) throw NOT_A_FORM;
  try {
    return await receiveForm(request, { folder: incoming(context.app.env), ...limits });
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    throw error.status === 413 ? TOO_LARGE : NOT_A_FORM;
  }
}

/** Reads a form of at most `FORM_BYTES` without its files. @throws as `receive` */
export async function readForm(context: AppLoadContext, request: Request): Promise<FormData> {
  const { form, discard } = await receive(context, request);
  await discard();
  return form;
}

async function readPlain(request: Request): Promise<FormData> {
  const text = await readText(request);
  // Counted before they are taken apart, which takes long for a body of nothing but fields.
  if (text.split('&', MOST_FIELDS + 1).length > MOST_FIELDS) throw NOT_A_FORM;
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(text)) form.append(name, storableText(value));
  return form;
}

const PLAIN = /^\s*application\/x-www-form-urlencoded\s*(;|$)/i;
const MULTIPART = /^\s*multipart\/form-data\s*(;|$)/i;

export const isPlainForm = (request: Request): boolean => PLAIN.test(request.headers.get('content-type') ?? '');

const NOT_A_FORM = data(null, { status: 400, statusText: 'Bad Request' });
export const TOO_LARGE = data(null, { status: 413, statusText: 'Content Too Large' });

/** @throws a 403 answer for a request that a foreign page sent */
export function requireOwnOrigin({ app }: AppLoadContext, request: Request): void {
  if (!isOwnOrigin((name) => request.headers.get(name), app.env.appUrl)) {
    throw data(null, { status: 403, statusText: 'Forbidden' });
  }
}

// No form here nests its fields. To conform other names are paths (`a[4294967294]`) or commands: `__intent__` is JSON
// that puts any value in any field. `constructor` and its like are no fields either.
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/** Validates the fields with plain names. @throws 400 for more than `maxFields` */
export function validateForm<Schema extends z.core.$ZodType>(form: FormData, schema: Schema, maxFields = MOST_JUDGED) {
  if ([...form.keys()].length > maxFields) throw NOT_A_FORM;
  const fields = new FormData();
  for (const [name, value] of form) if (PLAIN_NAME.test(name) && !(name in {})) fields.append(name, value);
  return parseWithZod(fields, { schema });
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > FORM_BYTES) throw TOO_LARGE;
  if (!request.body) return '';
  const bytes = await readBody(request.body.values({ preventCancel: true }), FORM_BYTES);
  if (bytes) return bytes.toString();
  // Read on, or the sender would miss the answer. The server's time limit ends this.
  request.body.pipeTo(new WritableStream()).catch(() => {});
  throw TOO_LARGE;
}
