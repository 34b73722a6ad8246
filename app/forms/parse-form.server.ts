import { openAsBlob } from 'node:fs';
import type { SubmissionResult } from '@conform-to/react';
import { data, type AppLoadContext } from '@remix-run/node';
import { errorNotice, outdatedNotice, type Notice } from './toasts/toast.ts';
import type { FormAnswer } from './form-answer.ts';
import { FORM_BYTES } from '../http/front-guard.server.ts';
import { MultipartError, receiveForm } from '../http/files/multipart.server.ts';
import { incoming } from '../http/files/received-file.server.ts';
import { StoreUnavailableError } from '../storage/document-store.ts';
import { isPlainForm, judgeForm, readForm, requireOwnOrigin } from './form.server.ts';
import type { z } from '../schemas/zod.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** This request's form was not accepted: the title of its page says so. */
    hasFailed?: boolean;
    /** What the form of this request said, to be shown again if it is not saved. */
    typed?: Typed;
  }
}

type Errors = Record<string, string[]>;
type Typed = (errors?: Errors) => SubmissionResult<string[]>;

interface Reply<Stored> {
  errors?: Errors;
  notice?: Notice;
  stored?: Stored;
  headers?: HeadersInit;
}

/** What a form may hold beyond what all may. */
interface Limits {
  /** In bytes, for a form with a file, and what the form is told beyond them. */
  file?: { maxBytes: number; tooLarge: Errors };
  maxFields?: number;
  /** The form, where it was read in a way of its own, and what is wrong with it that no schema can tell. */
  read?: { form: FormData; errors: Errors };
}

/**
 * Reads the form of an action and judges it by a schema, as the page does in the browser.
 * @returns the value and the replies for when it is not saved after all; or else the reply for what is wrong: 400, 413
 * @throws 403, 413 and 400 as `readForm`
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
  /** Nothing is wrong with a field, but it could not be done. */
  const notDone = (words: string, status: number, headers?: HeadersInit) =>
    replyInForm(context, status, { notice: errorNotice(words), headers });
  if (!form) return { ok: false as const, notDone, reply: replyInForm(context, 413, { errors: file!.tooLarge }) };
  const submission = judgeForm(form, schema, maxFields);
  context.typed = (errors) =>
    submission.reply({ hideFields: secretsIn(submission.payload), ...(errors ? { fieldErrors: errors } : {}) });
  if (isLost) throw new StoreUnavailableError('put: the file could not be received');
  const errors = Object.keys(read?.errors ?? {}).length ? read?.errors : undefined;
  if (submission.status !== 'success' || errors)
    return { ok: false as const, notDone, reply: replyInForm(context, 400, { errors }) };
  return {
    ok: true as const,
    value: submission.value,
    /** Somebody else has saved another version since: 409, both are shown. */
    conflict: <Stored>(stored: Stored) => replyInForm(context, 409, { stored, notice: outdatedNotice() }),
    /** Not as the schema could tell, but wrong all the same: 400 unless another status says it better. */
    invalid: (errors: Errors, status = 400, headers?: HeadersInit) => replyInForm(context, status, { errors, headers }),
    notDone,
  };
}

/** An answer that shows the form again, everything typed in it, and lets its page's title say that it was not accepted. */
export function replyInForm<Stored = unknown>(
  context: AppLoadContext,
  status: number,
  { errors, headers, ...answer }: Reply<Stored> = {},
) {
  context.hasFailed = true;
  const result = context.typed?.(errors) ?? (errors ? { status: 'error' as const, error: errors } : undefined);
  return data<FormAnswer<Stored>>({ ...answer, ...(result ? { result } : {}) }, { status, headers });
}

/** The header that says when another try may be of use. */
export const tryAgainIn = (seconds: number) => ({ 'Retry-After': String(seconds) });

/** A form with one file, which lies on the disk until the request is over; null for one that is too large. */
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

/** Passwords are typed anew: they never travel back. */
const secretsIn = (typed: object) => Object.keys(typed).filter((name) => /password/i.test(name));
