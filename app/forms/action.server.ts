import { openAsBlob } from 'node:fs';
import type { SubmissionResult } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import type { Saved } from '#db/save-unless-changed.ts';
import { signedCookie } from '../http/context.server.ts';
import { MultipartError, receiveForm } from '../http/files/multipart.server.ts';
import { FORM_BYTES } from '../http/front-guard.server.ts';
import { log } from '../http/log.server.ts';
import type { z } from '../schemas/zod.ts';
import { StoreUnavailableError } from '../storage/document-store.ts';
import type { FormAnswer, Gone, Words } from './answer.ts';
import { isPlainForm, readForm, requireOwnOrigin, validateForm } from './form.server.ts';
import { errorToast, outdatedToast, successToast, type Done, type Toast } from './toasts/toast.ts';
import { typedTexts } from './typing/typed-values.ts';

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** The form was not accepted: the page's title says so. */
    hasFailed?: boolean;
    /** Gives back what was typed, with errors if there are any. */
    typed?: (errors?: Errors) => SubmissionResult<string[]>;
  }
}

type Errors = Record<string, string[]>;

interface Reply<Stored> extends Omit<FormAnswer<Stored>, 'result'> {
  errors?: Errors;
  headers?: HeadersInit;
}

interface Limits {
  /** For a form with a file: its limit in bytes, and the error beyond it. */
  file?: { maxBytes: number; tooLarge: Errors };
  maxFields?: number;
  /** A form that was read before, and errors that no schema finds. */
  read?: { form: FormData; errors: Errors };
}

/** @returns the value, with replies for a save that fails, or the reply to an invalid form @throws as `readForm` */
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
    submission.reply({ hideFields: listSecrets(submission.payload), ...(errors ? { fieldErrors: errors } : {}) });
  if (isLost) throw new StoreUnavailableError('put: the file could not be received');
  const errors = Object.values(read?.errors ?? {}).flat().length ? read?.errors : undefined;
  if (submission.status !== 'success' || errors)
    return { ok: false as const, notDone, reply: replyInForm(context, 400, { errors }) };
  const conflict = <Stored>(stored: Stored) => replyInForm(context, 409, { stored, notice: outdatedToast() });
  const gone = () => data<Gone>({ typed: typedTexts(submission.payload) }, { status: 404, statusText: 'Not Found' });
  return {
    ok: true as const,
    value: submission.value,
    /** Answers 409 and shows both versions, if somebody else has saved another one. */
    conflict,
    /** Makes a 404 to throw, if somebody has deleted the item. The error page shows what was typed. */
    gone,
    /** Answers a save: 404, the conflict, or a redirect with a toast that offers to undo it. */
    answer<Stored>(saved: Saved<Stored> | { outcome: 'saved'; revision?: number }, to: string, title: string) {
      if (saved.outcome === 'gone') throw gone();
      if (saved.outcome === 'outdated') return conflict(saved.stored);
      return redirectWithToast(context, to, { title, undo: saved.revision });
    },
    /** Answers with errors that no schema finds. */
    invalid: (errors: Errors, status = 400, headers?: HeadersInit) => replyInForm(context, status, { errors, headers }),
    notDone,
  };
}

/** Shows the form again with what was typed, and marks the page's title. */
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

/**
 * Receives a form with one file, which stays on disk until the request is over. `form` is null if it is too large.
 * @param maxFiles 0 drops the file
 */
export async function receiveFile(context: AppLoadContext, request: Request, maxBytes: number, maxFiles = 1) {
  const isPlain = isPlainForm(request.headers.get('content-type') ?? '');
  if (isPlain) return { form: await readForm(context, request), hasFile: false };
  requireOwnOrigin(context, request);
  const limits = { maxFiles, maxFileBytes: maxBytes, maxBytes, maxBodyBytes: maxBytes, maxFieldBytes: FORM_BYTES };
  try {
    const received = await receiveForm(context.app.env, request, limits);
    context.afterRequest?.(received.discard);
    const [file] = received.files.filter(({ isOverLimit }) => !isOverLimit);
    if (file && !file.isLost) {
      const { name, type } = file;
      received.form.append('file', new File([await openAsBlob(file.path)], name, { type }));
    }
    return { form: received.form, isLost: file?.isLost, hasFile: received.files.length > 0 };
  } catch (error) {
    if (!(error instanceof MultipartError)) throw error;
    if (error.status === 413) return { form: null, hasFile: true };
    throw data(null, { status: 400 });
  }
}

/** Names of fields that are never sent back. */
const listSecrets = (typed: object) => Object.keys(typed).filter((name) => /password/i.test(name));

/** Wraps an action: if it fails, it answers 503 with the form, what was typed, and these words of the specification. */
export function withFailureReply<Answer>(words: Words, action: (args: ActionFunctionArgs) => Promise<Answer>) {
  return async (args: ActionFunctionArgs): Promise<Answer | ReturnType<typeof replyInForm<never>>> => {
    try {
      return await action(args);
    } catch (error) {
      const { context, request } = args;
      if (!(error instanceof Error) || context.isClientGone?.()) throw error; // an answer, or nobody waits for one
      const intent = () => String(context.typed?.().initialValue?.intent ?? '');
      const said = typeof words === 'string' ? words : words(intent(), request.url);
      log.error({ requestId: context.requestId, err: error }, said);
      return replyInForm<never>(context, 503, { notice: errorToast(said), headers: tryAgainIn(10) });
    }
  };
}

type Unread<T> = { [Name in keyof T]?: undefined } & { notice: Toast };

/** Reads the data of a page. If that fails, the page is answered with 503 and an error toast instead of the data. */
export async function readOrExplain<T extends object>(
  context: AppLoadContext,
  words: string,
  read: () => Promise<T>,
): Promise<(T & { notice?: undefined }) | Unread<T>> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    log.error({ requestId: context.requestId, err: error }, words);
    context.isUnavailable = true;
    return { notice: { ...errorToast(words), again: true } } as Unread<T>;
  }
}

/** Reads data that a page can do without: a failure is only logged. */
export function readOrNull<T>(context: AppLoadContext, reading: Promise<T>): Promise<T | null> {
  return reading.catch((error: unknown) => {
    log.error({ requestId: context.requestId, err: error }, 'a part of a page could not be read');
    return null;
  });
}

const findCookie = signedCookie('notice', 60); // it is for the very next page

export const redirectWithToast = async ({ app }: AppLoadContext, url: string, done: Done): Promise<Response> =>
  redirect(url, { status: 303, headers: { 'Set-Cookie': await flashCookie(app, done) } });

export const flashCookie = (app: App, done: Done): Promise<string> => findCookie(app).serialize(successToast(done));

/** `clear` is the Set-Cookie line that removes it. */
export async function takeFlash(app: App, request: Request): Promise<{ notice: Toast | null; clear: string | null }> {
  const header = request.headers.get('cookie');
  if (!header?.includes('notice=')) return { notice: null, clear: null };
  const notice = (await findCookie(app).parse(header)) as Toast | null; // signed, so we wrote it
  return {
    notice: typeof notice?.title === 'string' ? notice : null,
    clear: await findCookie(app).serialize('', { maxAge: 0 }),
  };
}
