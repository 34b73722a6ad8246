import { openAsBlob } from 'node:fs';
import type { SubmissionResult } from '@conform-to/react';
import { data, type AppLoadContext } from '@remix-run/node';
import { errorToast, outdatedToast, type Toast } from './toasts/toast.ts';
import type { FormAnswer } from './form-answer.ts';
import { FORM_BYTES } from '../http/front-guard.server.ts';
import { MultipartError, receiveForm } from '../http/files/multipart.server.ts';
import { incoming } from '../http/files/received-file.server.ts';
import { StoreUnavailableError } from '../storage/document-store.ts';
import { isPlainForm, validateForm, readForm, requireOwnOrigin } from './form.server.ts';
import type { z } from '../schemas/zod.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The form was not accepted: the page's title says so. */
    hasFailed?: boolean;
    /** What was typed, to be shown again. */
    typed?: Typed;
  }
}

type Errors = Record<string, string[]>;
type Typed = (errors?: Errors) => SubmissionResult<string[]>;

interface Reply<Stored> {
  errors?: Errors;
  notice?: Toast;
  stored?: Stored;
  headers?: HeadersInit;
}

interface Limits {
  /** For a form with a file: its limit in bytes, and the error beyond it. */
  file?: { maxBytes: number; tooLarge: Errors };
  maxFields?: number;
  /** A form that was read elsewhere, and the errors that no schema can find. */
  read?: { form: FormData; errors: Errors };
}

/**
 * Reads the form of an action and validates it by the page's schema.
 * @returns the value with the replies for when it cannot be saved, or the reply for what is wrong
 * @throws as `readForm`
 */
export async function parseForm<Schema extends z.core.$ZodType>(
  context: AppLoadContext,
  request: Request,
  schema: Schema,
  { file, maxFields, read }: Limits = {},
) {
  const received =
    read ?? (file ? await receiveFile(context, request, file.maxBytes) : { form: await readForm(context, request) });
  const { form, isLost } = { isLost: false, ...received };
  const notDone = (words: string, status: number, headers?: HeadersInit) =>
    replyInForm(context, status, { notice: errorToast(words), headers });
  if (!form) return { ok: false as const, notDone, reply: replyInForm(context, 413, { errors: file!.tooLarge }) };
  const submission = validateForm(form, schema, maxFields);
  context.typed = (errors) =>
    submission.reply({ hideFields: secretsIn(submission.payload), ...(errors ? { fieldErrors: errors } : {}) });
  if (isLost) throw new StoreUnavailableError('put: the file could not be received');
  const errors = Object.keys(read?.errors ?? {}).length ? read?.errors : undefined;
  if (submission.status !== 'success' || errors)
    return { ok: false as const, notDone, reply: replyInForm(context, 400, { errors }) };
  return {
    ok: true as const,
    value: submission.value,
    /** Somebody else has saved another version: 409, both are shown. */
    conflict: <Stored>(stored: Stored) => replyInForm(context, 409, { stored, notice: outdatedToast() }),
    /** Wrong in a way that no schema can find. */
    invalid: (errors: Errors, status = 400, headers?: HeadersInit) => replyInForm(context, status, { errors, headers }),
    notDone,
  };
}

/** Shows the form again with all that was typed, and marks the page's title. */
export function replyInForm<Stored = unknown>(
  context: AppLoadContext,
  status: number,
  { errors, headers, ...answer }: Reply<Stored> = {},
) {
  context.hasFailed = true;
  const result = context.typed?.(errors) ?? (errors ? { status: 'error' as const, error: errors } : undefined);
  return data<FormAnswer<Stored>>({ ...answer, ...(result ? { result } : {}) }, { status, headers });
}

export const tryAgainIn = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** A form with one file, which stays on disk until the request is over; null when it is too large. */
async function receiveFile(context: AppLoadContext, request: Request, maxBytes: number) {
  if (isPlainForm(request.headers.get('content-type') ?? '')) return { form: await readForm(context, request) };
  requireOwnOrigin(context, request);
  const most = { maxFileBytes: maxBytes, maxBytes, maxBodyBytes: maxBytes, maxFieldBytes: FORM_BYTES };
  try {
    const received = await receiveForm(request, {
      folder: incoming(context.app.env),
      maxFiles: 1,
      maxFields: 100,
      ...most,
    });
    context.whenOver?.(received.discard);
    const [file] = received.files.filter(({ isTooMuch }) => !isTooMuch);
    if (file && !file.isLost) {
      const { name, type } = file;
      received.form.append('file', new File([await openAsBlob(file.path)], name, { type }));
    }
    return { form: received.form, isLost: file?.isLost };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    if (error.status === 413) return { form: null };
    throw data(null, { status: 400 });
  }
}

/** Passwords never travel back. */
const secretsIn = (typed: object) => Object.keys(typed).filter((name) => /password/i.test(name));
