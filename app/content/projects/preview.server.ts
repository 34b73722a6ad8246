import { UnsavedText } from '#db/entities/unsaved-text.ts';
import type { EntityManager } from '#db/orm.ts';
import type { SentTyping } from '../../forms/typing/kept-typing.ts';
import { paths } from '../../paths.ts';
import type { ProjectForm } from './project.schema.ts';
import { findProject } from './projects.server.ts';
import { showProject, type PublicProject } from './public-projects.server.ts';

/** How the address of a preview names a project. */
const nameOf = (id: number | null) => (id === null ? 'new' : `p${id}`);
const whereOf = (session: number, sectionKey: string) => ({ session, pageName: 'projects', sectionKey }) as const;
const editorOf = (id: number | null) => (id === null ? paths.admin.newProject : paths.admin.editProject(id));

/**
 * Keeps what was typed of a project for the session, to be looked at on its page.
 * @param id null for a new one
 * @returns the address of that page
 */
export async function previewProject(
  em: EntityManager,
  session: number,
  id: number | null,
  typed: ProjectForm,
): Promise<string> {
  const kept = { contentValue: JSON.stringify(typed), madeFrom: typed.version };
  await em.upsert(
    UnsavedText,
    { ...whereOf(session, nameOf(id)), ...kept },
    { onConflictFields: ['session', 'pageName', 'sectionKey'] },
  );
  return paths.textPreview(paths.project(typed.slug || 'new'), `projects.${nameOf(id)}`, false);
}

async function findTyped(em: EntityManager, session: number, name: string): Promise<ProjectForm | null> {
  const text = await em.findOne(UnsavedText, whereOf(session, name), { disableIdentityMap: true });
  return text && (JSON.parse(text.contentValue) as ProjectForm);
}

/** What the session has typed of a project before it looked at it; null once it is saved. */
export async function findTypedProject(
  em: EntityManager,
  session: number,
  id: number | null,
): Promise<SentTyping | null> {
  const typed = await findTyped(em, session, nameOf(id));
  if (!typed) return null;
  const { version, formId, intent: _intent, agreed = '', ...values } = typed;
  const action = editorOf(id);
  return { action, values: { ...values, agreed }, version: String(version), formId, isPreviewed: true };
}

export const forgetTypedProject = (em: EntityManager, session: number, id: number | null) =>
  em.nativeDelete(UnsavedText, whereOf(session, nameOf(id)));

/** The project that a session looks at, and where its typing is edited; null where there is none. */
export async function readProjectPreview(
  em: EntityManager,
  session: number,
  name: string,
): Promise<{ project: PublicProject; editor: string } | null> {
  const id = Number(/^p([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0) || null;
  const typed = await findTyped(em, session, name);
  const stored = id && (await findProject(em, id));
  if (!typed || (id && !stored)) return null;
  return {
    project: showProject({ ...typed, pictures: stored ? stored.pictures : [] }),
    editor: `${editorOf(id)}?unsaved=1`,
  };
}
