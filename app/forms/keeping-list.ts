/** An address with what a list shows: its view, the words searched for, and its page. For dialogs, and what leads back from them. */
export function keepingList(to: string, search: URLSearchParams | string): string {
  const shown = [...new URLSearchParams(search)].filter(([name]) => ['view', 'q', 'after'].includes(name));
  return shown.length ? `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(shown).toString()}` : to;
}
