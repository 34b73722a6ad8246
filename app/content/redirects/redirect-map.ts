/** A path of this site, decoded and without a slash at its end. */
export type Path = `/${string}`;

/** Where paths lead that have moved; null for those that are gone. No path leads to one that is itself in the map. */
export type RedirectMap = Map<string, Path | null>;

/** Whether a page answers at a path. It does even if the map has that path. */
type IsPage = (path: string) => boolean;

const MOST_HOPS = 20; // all but one are of redirects whose pages came or went after they were made

/** Where a path of the map leads in the end. */
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

/**
 * Puts redirects into the map, all of which then lead straight to where they end.
 * @returns what is wrong with each; if anything is, the map is of no use
 */
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

/** A page has another address: its former one leads there, as does all that has led to it. */
export function movePage(all: RedirectMap, from: Path, to: Path, isPage: IsPage): void {
  all.delete(to);
  all.set(from, to);
  flatten(all, (path) => path === to || (path !== from && isPage(path)));
}

export interface Change {
  from: string;
  /** Absent if there was none, or is none any more. */
  before?: Path | null;
  after?: Path | null;
}

export const listChanges = (before: RedirectMap, after: RedirectMap): Change[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map((from) => ({ from, before: before.get(from), after: after.get(from) }))
    .filter((change) => change.before !== change.after);

/**
 * Undoes changes.
 * @param since what was changed after them
 * @returns null if they cannot be undone, because of that or of a page that is there now
 */
export function takeBack(all: RedirectMap, changes: Change[], since: Change[], isPage: IsPage): RedirectMap | null {
  const back = new Map(all);
  for (const { from, before } of changes)
    if (before === undefined) back.delete(from);
    else back.set(from, before);
  const isWrong = ({ from }: Change) =>
    since.some((later) => later.from === from) ||
    (back.has(from) && (isPage(from) || findEnd(back, from, isPage) === 'in a circle'));
  if (changes.some(isWrong)) return null;
  flatten(back, isPage);
  return back;
}
