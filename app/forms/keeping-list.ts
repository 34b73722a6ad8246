/** For dialogs and the links that lead back from them: the list keeps its view, its search and its page. */
export function keepingList(to: string, search: URLSearchParams | string): string {
  const shown = [...new URLSearchParams(search)].filter(([name]) => ['view', 'q', 'after'].includes(name));
  return shown.length ? `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(shown).toString()}` : to;
}
