import { isDeepStrictEqual } from 'node:util';
import type { StoredPicture } from '#db/entities/content.ts';
import type { EntityManager } from '#db/orm.ts';
import { showing, type Saved } from '#db/save-unless-changed.ts';
import type { Actor } from '../../audit/activities.server.ts';
import { saveVersioned } from '../versions/versioned.server.ts';
import { MOST_PICTURES, type ManagedProject } from './project.schema.ts';
import { findProject, showManaged, versionedProjects } from './projects.server.ts';

interface Change {
  /** The picture as it is to be; null where one is removed or moved. */
  given: StoredPicture | null;
  /** The key of the one that is there; empty for a new one. */
  was: string;
  intent?: string | undefined;
}

/** The pictures after a change; null where there is no such picture. */
function changed(pictures: StoredPicture[], { given, was, intent }: Change): StoredPicture[] | null {
  if (!was) return given && [...pictures, given];
  const at = pictures.findIndex(({ key }) => key === was);
  if (intent === 'remove') return pictures.filter(({ key }) => key !== was);
  if (at < 0) return null;
  if (given) return pictures.with(at, given);
  const to = intent === 'earlier' ? at - 1 : at + 1;
  return pictures[to] ? pictures.with(at, pictures[to]).with(to, pictures[at]!) : pictures;
}

/**
 * Adds, changes, moves or removes a picture of a project unless somebody else has changed the project since.
 * @param version the state that the change was made on
 * @returns also 'full': it has as many as it can have
 */
export async function changePictures(
  em: EntityManager,
  id: number,
  { version, ...change }: Change & { version: number },
  by: Actor,
): Promise<Saved<ManagedProject> | { outcome: 'full' }> {
  const project = await findProject(em, id);
  const pictures = project && changed(project.pictures, change);
  if (!pictures) return { outcome: 'gone' };
  // The same form sent twice has left nothing to change.
  if (project.version !== version)
    return { outcome: isDeepStrictEqual(pictures, project.pictures) ? 'saved' : 'outdated', stored: project };
  if (pictures.length > MOST_PICTURES) return { outcome: 'full' };
  return showing(await saveVersioned(em, versionedProjects, { id }, version, { pictures }, by), showManaged);
}
