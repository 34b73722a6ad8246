import { data, isRouteErrorResponse } from '@remix-run/react';

/**
 * For a `clientAction`: a save that got no answer (no network, a server that cannot reach its database) is a failed
 * save of the form at hand, not a failure of the page, so that nothing typed is lost.
 * @param send asks the server
 * @param failed what the form gets instead of an answer; as a 503 it does not make the page read its data again
 * @throws what the server decided: redirects, and refusals such as 403 or 404
 */
export async function orUnanswered<T, F>(send: () => Promise<T>, failed: () => F) {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    return data(failed(), { status: 503 });
  }
}
