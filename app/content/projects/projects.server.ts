import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { Project, type StoredPicture } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { paths } from '../../paths.ts';
import { describePicture, isSamePicture, joinPicture } from '../pictures/picture.ts';
import { addVersioned, inOrder, saveVersioned, versioned } from '../versions/versioned.server.ts';
import { describeShared, makeSlug, MOST_PICTURES, projectNames } from './project.schema.ts';
import type { ManagedProject, ProjectFields } from './project.schema.ts';
import { publishedProjects } from './public-projects.server.ts';
import { isDeepStrictEqual } from 'node:util';

export const versionedProjects = versioned<Project>({
  noun: 'projects',
  label: 'Projects',
  entity: Project,
  table: 'projects',
  fields: projectNames,
  called: ({ title }) => `the project “${title}”`,
  shown: (name, state) => {
    const pictures = (state.pictures ?? []) as Project['pictures'];
    if (name === 'status') return state.status === 'draft' ? 'Draft' : 'Published';
    if (name === 'pictures') return pictures.map(describePicture).join('\n');
    return name === 'seoPicture' ? describeShared(pictures, String(state.seoPicture ?? '')) : null;
  },
  showChange: publishedProjects.showChange,
  list: () => paths.admin.projects,
  edit: paths.admin.editProject,
  deletion: { from: 'Our Work', more: 'content' },
});

export const showManaged = ({
  submissionKey: _key,
  createdAt: _at,
  displayOrder: _order,
  ...project
}: Project): ManagedProject => project;

export const listProjects = async (em: EntityManager): Promise<ManagedProject[]> =>
  (await em.find(Project, {}, inOrder)).map(showManaged);

export async function findProject(em: EntityManager, id: number): Promise<ManagedProject | null> {
  const row = await em.findOne(Project, { id }, { disableIdentityMap: true });
  return row && showManaged(row);
}

/**
 * Adds a project after the last one, or saves one unless somebody else has changed it since. The same form sent twice
 * is one project.
 * @param id null for a new one
 * @param form `version` is the state that the change was made on
 * @returns also 'taken': another project has or had its address
 */
export async function saveProject(
  em: EntityManager,
  id: number | null,
  { formId, version, ...fields }: ProjectFields & { formId?: string | undefined; version: number },
  by: Actor,
): Promise<Saved<ManagedProject> | { outcome: 'taken' }> {
  try {
    if (id !== null) {
      const slug = await findFreeSlug(em, id, fields);
      if (!slug) return { outcome: 'taken' };
      return showing(await saveVersioned(em, versionedProjects, { id }, version, { ...fields, slug }, by), showManaged);
    }
    const added = await addVersioned(em, versionedProjects, fields, formId, by, async (tx) => {
      const slug = await findFreeSlug(tx, null, fields);
      return slug ? { slug } : null;
    });
    return added ? { outcome: 'saved', stored: showManaged(added) } : { outcome: 'taken' };
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return { outcome: 'taken' }; // at the same moment
    throw error;
  }
}

/** The typed address, or one made from the title. @returns null if another project has or had the typed one */
async function findFreeSlug(em: EntityManager, id: number | null, { slug, title }: ProjectFields) {
  const wanted = slug || makeSlug(title) || 'project';
  // SQL: a former address stays with its project as long as history or trash may bring it back.
  const rows = await em.execute<{ slug: string }[]>(
    `select slug from projects where id is distinct from ?::int
     union select state ->> 'slug' from revisions where noun = 'projects' and item_id is distinct from ?::int`,
    [id, id],
  );
  const taken = new Set(rows.map((row) => row.slug));
  if (!taken.has(wanted)) return wanted;
  for (let n = 2; !slug; n++) if (!taken.has(`${wanted}-${n}`)) return `${wanted}-${n}`;
  return null;
}

interface Change {
  /** The new picture; null where one is removed or moved. */
  given: StoredPicture | null;
  /** The key of the stored one; empty for a new picture. */
  was: string;
  intent?: string | undefined;
}

function changed(pictures: StoredPicture[], { given, was, intent }: Change): StoredPicture[] | null {
  if (!was) return given && [...pictures, given];
  const at = pictures.findIndex(({ key }) => key === was);
  if (intent === 'remove') return pictures.filter(({ key }) => key !== was);
  if (at < 0) return null;
  if (given) return pictures.with(at, given);
  const to = intent === 'earlier' ? at - 1 : at + 1;
  return pictures[to] ? pictures.with(at, pictures[to]).with(to, pictures[at]!) : pictures;
}

/** Adds, changes, moves or removes a picture, unless the project has changed. @returns also 'full': no more fit */
export async function changePictures(
  em: EntityManager,
  id: number,
  { version, ...change }: Change & { version: number },
  by: Actor,
): Promise<Saved<ManagedProject> | { outcome: 'full' }> {
  const project = await findProject(em, id);
  const { given } = change;
  const isThere = project?.pictures.some((one) => given && isSamePicture(joinPicture(one), joinPicture(given)));
  // The same form was sent twice.
  if (project && project.version !== version && isThere) return { outcome: 'saved', stored: project };
  const pictures = project && changed(project.pictures, change);
  if (!pictures) return { outcome: 'gone' };
  if (project.version !== version)
    return { outcome: isDeepStrictEqual(pictures, project.pictures) ? 'saved' : 'outdated', stored: project };
  if (pictures.length > MOST_PICTURES) return { outcome: 'full' };
  const isLost = change.was && change.was === project.seoPicture && !pictures.some(({ key }) => key === change.was);
  const fields = isLost ? { pictures, seoPicture: change.given?.key ?? '' } : { pictures };
  return showing(await saveVersioned(em, versionedProjects, { id }, version, fields, by), showManaged);
}
