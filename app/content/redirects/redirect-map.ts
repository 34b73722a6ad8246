/** Decoded, without a slash at its end. */
export type Path = `/${string}`;

/** Where moved paths lead; null for those that are gone. No path leads to another path of the map. */
export type RedirectMap = Map<string, Path | null>;

/** A page that is there answers even if the map has its path. */
type IsPage = (path: string) => boolean;

const MOST_HOPS = 20; // more than one only where pages came or went after their redirects

export function findEnd(all: RedirectMap, from: string, isPage: IsPage): Path | null | 'nowhere' | 'in a circle' {
  let at: string = from;
  for (let hops = 0; hops < MOST_HOPS; hops++) {
    const next = all.get(at);
    if (next === undefined) return 'nowhere';
    if (next === null || isPage(next)) return next;
    at = next;
  }
  return 'in a circle';
}

const isEnd = (end: ReturnType<typeof findEnd>): end is Path | null => end === null || end.startsWith('/');

function flatten(all: RedirectMap, isPage: IsPage): void {
  for (const from of all.keys()) {
    const end = findEnd(all, from, isPage);
    if (isEnd(end)) all.set(from, end);
  }
}

export interface Problem {
  field: 'from' | 'to';
  text: string;
}

/** Then every path leads straight to its end. @returns the problem of each; with any the map must not be used */
export function putRedirects(
  all: RedirectMap,
  given: readonly (readonly [from: string, to: Path | null])[],
  isPage: IsPage,
): (Problem | null)[] {
  for (const [from, to] of given) all.set(from, to);
  const problems = given.map(([from, to]): Problem | null => {
    if (isPage(from)) return { field: 'from', text: `${from} is a page of this site, which is always shown` };
    const end = findEnd(all, from, isPage);
    return isEnd(end)
      ? null
      : { field: 'to', text: `${to} leads ${end}${end === 'nowhere' ? ': no page is there' : ''}` };
  });
  flatten(all, isPage);
  return problems;
}

export interface Change {
  from: string;
  /** Absent where there is no redirect. */
  before?: Path | null;
  after?: Path | null;
}

/**
 * After a page has moved: its former path, and all that led to it, lead to the new one.
 * @param undone the changes of the move that this one undoes: what they replaced, and nobody changed since, comes back
 */
export function movePage(all: RedirectMap, from: Path, to: Path, isPage: IsPage, undone: Change[] = []): void {
  const isThere: IsPage = (path) => path === to || (path !== from && isPage(path));
  const replaced = undone.filter((change) => change.before !== undefined && all.get(change.from) === change.after);
  all.delete(to);
  all.set(from, to);
  flatten(all, isThere);
  for (const { from, before = null } of replaced) {
    const end = before === null || isThere(before) ? before : findEnd(all, before, isThere);
    if (isEnd(end)) all.set(from, end);
  }
}

export const listChanges = (before: RedirectMap, after: RedirectMap): Change[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((from) => ({ from, before: before.get(from), after: after.get(from) }))
    .filter((change) => change.before !== change.after);

/** @param since the changes after these @returns null if those, or a page that is there now, prevent it */
export function takeBack(all: RedirectMap, changes: Change[], since: Change[], isPage: IsPage): RedirectMap | null {
  const back = new Map(all);
  for (const { from, before } of changes)
    if (before === undefined) back.delete(from);
    else back.set(from, before);
  const isChanged = (path: unknown) => since.some((later) => later.from === path);
  const isWrong = ({ from, before }: Change) => {
    const end = back.has(from) ? findEnd(back, from, isPage) : null;
    const isLost = end === 'in a circle' || (end === 'nowhere' && isChanged(before));
    return isLost || isChanged(from) || (back.has(from) && isPage(from));
  };
  if (changes.some(isWrong)) return null;
  flatten(back, isPage);
  return back;
}
