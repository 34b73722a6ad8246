import type { SubmissionResult } from '@conform-to/react';
import type { MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react';
import { errorToast, type Toast } from './toasts/toast.ts';
import { titleOf } from './toasts/use-error-title.ts';
import { leaveWithoutAsking } from './typing/kept-typing.ts';

export type FormErrors = Record<string, string[] | null>;

export interface FormAnswer<Stored = unknown> {
  /** Absent where there was no form, or where the page still holds what was typed. */
  result?: SubmissionResult<string[]>;
  notice?: Toast;
  stored?: Stored;
}

/** With a 404 to a form: what was typed, since its page has nothing to show it in. */
export interface Gone {
  typed: Record<string, string>;
}

/** Remix ignores the status of `data()` in a `clientAction`. `Response.json` exists only since 2023. */
export const jsonAnswer = (body: unknown, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });

export type Problem = (errors: FormErrors) => { title: string; description: string };

export const firstOf = (errors: FormErrors): string | undefined =>
  Object.values(errors).flatMap((texts) => texts ?? [])[0];

export const firstError: Problem = (errors) => ({
  title: 'Error',
  description: firstOf(errors) ?? 'Please check the form',
});

/** Above all that something required is missing; the texts at the fields say what. @param missing these texts */
export const missingFirst =
  (missing: readonly string[], description: string): Problem =>
  (errors) =>
    Object.values(errors).some((texts) => texts?.some((text) => missing.includes(text)))
      ? { title: 'Missing information', description }
      : firstError(errors);

/** The error of a failed save, or how it follows from the form's `intent` and address. */
export type Words = string | ((intent: string, url: string) => string);

/** A `clientAction`: without an answer the save has failed, but the page stays, with all that was typed. */
export function withFailureNotice(words: Words) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const intent = async () => String((await request.clone().formData()).get('intent') ?? '');
    const said = typeof words === 'string' ? words : words(await intent(), request.url);
    return replyToFailure(() => serverAction<unknown>(), said);
  };
}

/** A failure becomes a 503, after which the page does not load its data again. @throws redirects and refusals (4xx) */
export async function replyToFailure<Answer>(send: () => Promise<Answer>, words: string): Promise<Answer | Response> {
  try {
    return await send();
  } catch (error) {
    // The form was saved and a new document is on its way.
    if (error instanceof Response && error.headers.has('X-Remix-Reload-Document')) leaveWithoutAsking();
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    const answer: FormAnswer = { notice: errorToast(words) };
    return jsonAnswer(answer, 503);
  }
}

/** The title of an admin page, with the number of waiting enquiries in front. */
export const adminMeta =
  <Loaded = unknown>(title: string | ((loaded: Loaded) => string)): MetaFunction =>
  ({ data, matches }) => {
    const own = typeof title === 'string' ? title : title(data as Loaded);
    const shell = matches.find(({ id }) => id === 'admin/admin.layout')?.data as
      { waiting?: number | null } | undefined;
    return [{ title: titleOf(shell?.waiting ? `(${shell.waiting}) ${own}` : own, matches) }];
  };
