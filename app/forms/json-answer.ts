/**
 * What a `clientAction` answers, with a status: Remix overlooks the status of `data()` there, and after a failure would
 * read the page's data again. Not `Response.json`, which browsers have had only since 2023.
 */
export const jsonAnswer = (body: unknown, status: number): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
