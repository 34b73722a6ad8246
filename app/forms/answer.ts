import type { SubmissionResult } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react';
import { errorToast, type Toast } from './toasts/toast.ts';
import { withErrorPrefix } from './toasts/use-error-title.ts';
import { leaveWithoutAsking } from './typing/kept-typing.ts';

export type FormErrors = Record<string, string[] | null>;

export interface FormAnswer<Stored = unknown> {
  /** Absent without a form, or if the page still holds what was typed. */
  result?: SubmissionResult<string[]>;
  notice?: Toast;
  stored?: Stored;
}

/** What was typed, with a 404 to a form: without its item the page cannot show the form. */
export interface Gone {
  typed: Record<string, string>;
}

/** Remix ignores the status of `data()` in a `clientAction`. `Response.json` exists only since 2023. */
export const jsonAnswer = (body: unknown, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export type Problem = (errors: FormErrors) => { title: string; description: string };

export const findFirstError = (errors: FormErrors): string | undefined =>
  Object.values(errors).flatMap((texts) => texts ?? [])[0];

export const firstError: Problem = (errors) => ({
  title: 'Error',
  description: findFirstError(errors) ?? 'Please check the form',
});

/** Reports a missing required field before other errors. @param missing the error texts of required fields */
export const missingFirst =
  (missing: readonly string[], description: string): Problem =>
  (errors) =>
    Object.values(errors).some((texts) => texts?.some((text) => missing.includes(text)))
      ? { title: 'Missing information', description }
      : firstError(errors);

/** The error text of a failed save, or a function that gives it for the form's `intent` and address. */
export type Words = string | ((intent: string, url: string) => string);

/** Makes a `clientAction`: without an answer it shows the error, and the page stays with what was typed. */
export function withFailureNotice(words: Words) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const intent = async () => String((await request.clone().formData()).get('intent') ?? '');
    const said = typeof words === 'string' ? words : words(await intent(), request.url);
    return replyToFailure(() => serverAction<unknown>(), said);
  };
}

/** Turns a failure into a 503, after which Remix does not reload the page. @throws redirects and refusals (4xx) */
export async function replyToFailure<Answer>(send: () => Promise<Answer>, words: string): Promise<Answer | Response> {
  try {
    return await send();
  } catch (error) {
    // The form was saved, and Remix loads a new document.
    if (error instanceof Response && error.headers.has('X-Remix-Reload-Document')) leaveWithoutAsking();
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    return jsonAnswer({ notice: errorToast(words) } satisfies FormAnswer, 503);
  }
}

/** The title of an admin page, with the number of waiting enquiries in front. */
export const adminMeta =
  <Loaded = unknown>(title: string | ((loaded: Loaded) => string)): MetaFunction =>
  ({ data, matches }) => {
    const own = typeof title === 'string' ? title : title(data as Loaded);
    const layout = matches.find(({ id }) => id === 'admin/admin.layout')?.data;
    const { waiting } = (layout as { shell: { waiting: number } } | undefined)?.shell ?? {};
    return [{ title: withErrorPrefix(waiting ? `(${waiting}) ${own}` : own, matches) }];
  };
