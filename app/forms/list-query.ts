/** Adds a list's view, search and page to a link, so that dialogs lead back to the same list. */
export function withListQuery(to: string, search: URLSearchParams | string): string {
  const shown = [...new URLSearchParams(search)].filter(([name]) => ['view', 'q', 'after'].includes(name));
  return shown.length ? `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(shown).toString()}` : to;
}
