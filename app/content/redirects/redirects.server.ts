import { findApp, type App } from '#db/app.ts';
import { cachedSnapshot } from '#db/cached-snapshot.ts';
import { Revision } from '#db/entities/history.ts';
import { Redirect } from '#db/entities/redirect.ts';
import { lockTable } from '#db/lock-table.ts';
import type { EntityManager } from '#db/orm.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { addRevision } from '../versions/add-revision.server.ts';
import { registerUndo } from '../versions/undo.server.ts';
import { paths, publicPages } from '../../paths.ts';
import { findKnownDocument } from '../documents/documents.server.ts';
import { versionedProjects } from '../projects/projects.server.ts';
import { listPublicProjects, publishedProjects } from '../projects/public-projects.server.ts';
import { findEnd, listChanges, movePage, putRedirects, takeBack } from './redirect-map.ts';
import type { Change, Path, Problem, RedirectMap } from './redirect-map.ts';
import { describeTarget, MOST_REDIRECTS, readPath } from './redirect.schema.ts';
import type { CsvLines, ManagedRedirect, RedirectFields, WrongLine } from './redirect.schema.ts';

async function readAll(em: EntityManager): Promise<RedirectMap> {
  const rows = await em.find(Redirect, {}, { disableIdentityMap: true });
  return new Map(rows.map(({ fromPath, toPath }) => [fromPath, (toPath ?? null) as Path | null]));
}
const snapshot = cachedSnapshot<RedirectMap>('redirects', new Map(), readAll, 'redirects could not be read');

/** Whether a page or document answers at a path now. Pages' paths ignore case. */
function isPage(app: App, path: string): boolean {
  const [, kind, name = ''] = /^\/(documents|portfolio)\/(.+)$/i.exec(path) ?? [];
  if (!kind) return publicPages.includes(path.toLowerCase());
  return kind.toLowerCase() === 'documents'
    ? Boolean(findKnownDocument(app, name))
    : listPublicProjects(app).some(({ slug }) => slug === name);
}
const pagesOf = (app: App) => (path: string) => isPage(app, path);

/** Null if the path is gone, undefined if it has not moved. */
export function findRedirect(app: App, path: string): Path | null | undefined {
  const all = snapshot.get(app);
  const from = all.size ? readPath(path) : null;
  if (from === null || !all.has(from) || isPage(app, from)) return undefined;
  const end = findEnd(all, from, pagesOf(app));
  return end === 'nowhere' || end === 'in a circle' ? undefined : end;
}

export const isFound = (app: App, path: string): boolean => isPage(app, path) || findRedirect(app, path) !== undefined;

const PAGE_SIZE = 100;

/** One page of the redirects with these words in either path. @param after the last path of the page before */
export async function listRedirects(em: EntityManager, words: string, after: string) {
  // SQL: words are matched as they are, without wildcards.
  const rows = await em.execute<ManagedRedirect[]>(
    `select id, from_path as "fromPath", to_path as "toPath", version from redirects
     where position(lower(?) in lower(concat(from_path, ' ', to_path))) > 0 and from_path > ?
     order by from_path limit ${PAGE_SIZE + 1}`,
    [words, after],
  );
  const app = findApp(em);
  const redirects = rows.slice(0, PAGE_SIZE).map((row) => ({ ...row, note: noteOn(app, row.fromPath) }));
  return { redirects, isFirst: !after, next: rows.length > PAGE_SIZE ? redirects.at(-1)!.fromPath : null };
}

function noteOn(app: App, from: string): string | null {
  if (isPage(app, from)) return 'A page is there now, and is shown.';
  return findRedirect(app, from) === undefined ? 'No page is there now: visitors do not find it.' : null;
}

export async function findManaged(em: EntityManager, id: number): Promise<ManagedRedirect | null> {
  const row = await em.findOne(Redirect, { id }, { disableIdentityMap: true });
  return row && { ...row, toPath: row.toPath ?? null };
}

/** Stores the changes, with a line of the activity log. @returns the revision that can be undone */
async function store(tx: EntityManager, before: RedirectMap, after: RedirectMap, what: string, by: Actor) {
  const changes = listChanges(before, after);
  // SQL: all of them by two statements.
  await tx.execute('delete from redirects where from_path in (select jsonb_array_elements_text(?::jsonb))', [
    JSON.stringify(changes.flatMap(({ from, after }) => (after === undefined ? from : []))),
  ]);
  await tx.execute(
    `insert into redirects (from_path, to_path)
     select "from", "after" from jsonb_to_recordset(?::jsonb) as c("from" text, "after" text)
     on conflict (from_path) do update set to_path = excluded.to_path, version = redirects.version + 1`,
    [JSON.stringify(changes.filter(({ after }) => after !== undefined))],
  );
  const revision = { noun: 'redirects', itemId: null, act: 'marked', state: { changes } } as const;
  return addRevision(tx, revision, by, { kind: 'redirects', what });
}

async function lockAll(tx: EntityManager): Promise<RedirectMap> {
  await lockTable(tx, 'redirects');
  return readAll(tx);
}

async function changing<Outcome>(em: EntityManager, work: (tx: EntityManager) => Promise<Outcome>): Promise<Outcome> {
  const outcome = await em.transactional(work, { clear: true });
  await snapshot.showChange(findApp(em));
  return outcome;
}

type SavedRedirect =
  | { outcome: 'saved'; revision?: number }
  | { outcome: 'outdated'; stored: ManagedRedirect }
  | { outcome: 'gone' }
  | { outcome: 'invalid'; problem: Problem };
const TOO_MANY: Problem = {
  field: 'from',
  text: `There can be at most ${MOST_REDIRECTS.toLocaleString('en-US')} redirects`,
};

/** Adds a redirect, or changes or deletes the one with the id unless somebody else has changed it since. */
export const saveRedirect = (em: EntityManager, fields: RedirectFields, by: Actor, id?: number) =>
  changing(em, async (tx): Promise<SavedRedirect> => {
    const { from, to, version, intent } = fields;
    const all = await lockAll(tx);
    const after = new Map(all);
    const row = id ? await findManaged(tx, id) : null;
    if (!row && id) return { outcome: 'gone' };
    if (!intent && all.get(from) === to && (!row || row.fromPath === from)) return { outcome: 'saved' }; // the same form was sent twice
    if (row && row.version !== version) return { outcome: 'outdated', stored: row };
    if (row) after.delete(row.fromPath);
    if (row && intent)
      return { outcome: 'saved', revision: await store(tx, all, after, `Deleted the redirect of ${row.fromPath}`, by) };
    const isTaken = after.has(from) && ({ field: 'from', text: `There is a redirect from ${from} already` } as const);
    const problem = isTaken || putRedirects(after, [[from, to]], pagesOf(findApp(em)))[0];
    if (problem || after.size > MOST_REDIRECTS) return { outcome: 'invalid', problem: problem ?? TOO_MANY };
    return { outcome: 'saved', revision: await store(tx, all, after, `Redirected ${from}: ${describeTarget(to)}`, by) };
  });

/** Adds all redirects of a file, in place of those from the same paths, or none. */
export const importRedirects = (em: EntityManager, lines: CsvLines, before: WrongLine[], by: Actor) =>
  changing(em, async (tx): Promise<{ wrong: WrongLine[] } | { revision: number }> => {
    const all = await lockAll(tx);
    const after = new Map(all);
    const problems = putRedirects(after, [...lines.values()], pagesOf(findApp(em)));
    const found = [...lines.keys()].flatMap((line, index): WrongLine[] =>
      problems[index] ? [[line, problems[index].text]] : [],
    );
    if (after.size > MOST_REDIRECTS) found.push([Math.max(...lines.keys()), TOO_MANY.text]);
    const wrong = [...before, ...found].sort(([a], [b]) => a - b);
    if (wrong.length) return { wrong };
    const what = lines.size === 1 ? '1 redirect' : `${lines.size} redirects`;
    return { revision: await store(tx, all, after, `Imported ${what}`, by) };
  });

/** If visitors may have seen a project, its former address leads to the new one, after an undo as well. */
versionedProjects.onSaved = async (tx, before, { id, slug }, by, undoes) => {
  if (before.slug === slug) return;
  const [from, to] = [paths.project(before.slug), paths.project(slug)] as [Path, Path];
  const all = await lockAll(tx);
  // SQL: whether it was ever public there, and what the undone move has changed: nothing else could lead there yet.
  const [{ isSeen, moved }] = (await tx.execute(
    `select exists (select from revisions where noun = 'projects' and item_id = ? and state ->> 'slug' = ?
         and state ->> 'status' = 'published') as "isSeen",
       (select state from revisions where noun = 'redirects' and id > ? and state @> ? order by id limit 1) as moved`,
    [id, before.slug, undoes ?? null, JSON.stringify({ changes: [{ after: from }] })],
  )) as [{ isSeen: boolean; moved: { changes: Change[] } | null }];
  if (!isSeen && ![...all.values()].includes(from)) return; // a draft to which nothing that was public leads
  const after = new Map(all);
  movePage(after, from, to, pagesOf(findApp(tx)), moved?.changes);
  if (!isSeen && !moved?.changes.some((change) => change.from === from)) after.delete(from);
  await store(tx, all, after, `Redirected ${from}: ${to}`, by);
};
versionedProjects.showChange = async (app) =>
  void (await Promise.all([publishedProjects.showChange(app), snapshot.showChange(app)]));

const changesOf = (state: unknown) => (state as { changes: Change[] }).changes;

registerUndo('redirects', {
  role: 'editor',
  showChange: snapshot.showChange,
  async undo(tx, { id, state }, by) {
    const all = await lockAll(tx);
    const later = await tx.find(Revision, { noun: 'redirects', id: { $gt: id } });
    const since = later.flatMap((revision) => changesOf(revision.state));
    // SQL: a former address stays with its project; what led there leads to where it is now.
    const moved = await tx.execute<{ was: string; slug: string }[]>(
      `select distinct state ->> 'slug' as was, slug from revisions join projects p on noun = 'projects' and p.id = item_id`,
    );
    const now = new Map(moved.map(({ was, slug }) => [paths.project(was), paths.project(slug) as Path]));
    const changes = changesOf(state).map((each) => ({ ...each, before: now.get(each.before ?? '') ?? each.before }));
    const back = takeBack(all, changes, since, pagesOf(findApp(tx)));
    if (!back) return null;
    await store(tx, all, back, 'Undid a change of redirects', by);
    return { what: 'The redirects are as they were', back: paths.admin.redirects };
  },
});
