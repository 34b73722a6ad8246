import { isRouteErrorResponse } from '@remix-run/react';

/**
 * For a `clientAction`: a save that got no answer (no network, a server that cannot reach its database) is a failed
 * save of the form at hand, not a failure of the page, so that nothing typed is lost.
 * @param send asks the server
 * @param failed what the form gets instead of an answer. It comes as a 503, so that the page does not ask for its data
 *   again, which would fail as well; as a Response, because Remix overlooks the status of `data()` here
 * @throws what the server decided: redirects, and refusals such as 403 or 404
 */
export async function orUnanswered<T>(send: () => Promise<T>, failed: () => object): Promise<T | Response> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500)) throw error;
    return Response.json(failed(), { status: 503 });
  }
}
