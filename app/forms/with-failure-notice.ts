import { isRouteErrorResponse, type ClientActionFunctionArgs } from '@remix-run/react';
import { errorNotice } from './toasts/toast.ts';
import type { FormAnswer } from './form-answer.ts';
import { jsonAnswer } from './json-answer.ts';
import { leaveWithoutAsking } from './typing/open-forms.ts';

/** What a failed save is told, or how that follows from the form's `intent` and its address. */
export type Words = string | ((intent: string, url: string) => string);

/**
 * The `clientAction` of a page: a save that gets no answer (no network, a server that cannot reach its database) is a
 * failed save of the form at hand, not a failure of the page, so that nothing typed is lost.
 * @param words as the specification has them
 */
export function orNotice(words: Words) {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const intent = async () => String((await request.clone().formData()).get('intent') ?? '');
    const said = typeof words === 'string' ? words : words(await intent(), request.url);
    return orUnanswered(() => serverAction<unknown>(), said);
  };
}

/**
 * What the server answers, or a 503 with these words: its page then does not ask for its data again, which would fail as
 * well.
 * @throws what the server decided: redirects, and refusals such as 403 or 404
 */
export async function orUnanswered<Answer>(send: () => Promise<Answer>, words: string): Promise<Answer | Response> {
  try {
    return await send();
  } catch (error) {
    // The form was taken, and a new document is on its way: what is typed here is not lost by going there.
    if (error instanceof Response && error.headers.has('X-Remix-Reload-Document')) leaveWithoutAsking();
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    const answer: FormAnswer = { notice: errorNotice(words) };
    return jsonAnswer(answer, 503);
  }
}
