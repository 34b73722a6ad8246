import { UnsavedText } from '#db/entities/unsaved-text.ts';
import type { EntityManager } from '#db/orm.ts';
import { paths } from '../../paths.ts';
import type { ProjectForm } from './project.schema.ts';
import { findProject } from './projects.server.ts';
import { showProject } from './public-projects.server.ts';

/** The project's name in the address of a preview. New ones have their form's: two may be open at once. */
const nameOf = (id: number | null, formId = '') =>
  (id === null ? `new${formId.replace(/\W/g, '')}` : `p${id}`).slice(0, 80);
const whereOf = (session: number, sectionKey: string) => ({ session, pageName: 'projects', sectionKey }) as const;
const editorOf = (id: number | null) => (id === null ? paths.admin.newProject : paths.admin.editProject(id));

/** Keeps what was typed for the session, and returns the address of its preview. @param id null for a new project */
export async function previewProject(em: EntityManager, session: number, id: number | null, typed: ProjectForm) {
  const name = nameOf(id, typed.formId);
  const kept = { ...whereOf(session, name), contentValue: JSON.stringify(typed), madeFrom: typed.version };
  await em.upsert(UnsavedText, kept, { onConflictFields: ['session', 'pageName', 'sectionKey'] });
  return paths.textPreview(paths.project(typed.slug || 'new'), `projects.${name}`, false);
}

async function findTyped(em: EntityManager, session: number, name: string): Promise<ProjectForm | null> {
  const text = await em.findOne(UnsavedText, whereOf(session, name), { disableIdentityMap: true });
  return text && (JSON.parse(text.contentValue) as ProjectForm);
}

/** What the session typed before a preview; null once it is saved. @param back as the way back from it says */
export async function findTypedProject(em: EntityManager, session: number, id: number | null, back: string) {
  const typed = await findTyped(em, session, id === null ? back : nameOf(id));
  if (!typed) return null;
  const { version, formId, intent: _intent, agreed = '', ...values } = typed;
  const action = editorOf(id);
  return { action, values: { ...values, agreed }, version: String(version), formId, isPreviewed: true };
}

export const forgetTypedProject = (em: EntityManager, session: number, id: number | null, formId?: string) =>
  em.nativeDelete(UnsavedText, whereOf(session, nameOf(id, formId)));

export async function readProjectPreview(em: EntityManager, session: number, name: string) {
  const id = Number(/^p([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0) || null;
  const typed = await findTyped(em, session, name);
  const stored = id && (await findProject(em, id));
  if (!typed || (id && !stored)) return null;
  return {
    project: showProject({ ...typed, pictures: stored ? stored.pictures : [] }),
    editor: `${editorOf(id)}?unsaved=${id ? 1 : name}`,
  };
}
