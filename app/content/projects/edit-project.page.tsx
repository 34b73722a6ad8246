import { randomUUID } from 'node:crypto';
import { useContext, useState } from 'react';
import { redirectDocument, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { KeptFormsContext } from '../../forms/typing/kept-typing.ts';
import { readText } from '../../forms/typing/typed-values.ts';
import { requireFound, readId } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/conflict.tsx';
import { findTypedProject, forgetTypedProject, previewProject } from './preview.server.ts';
import { ProjectFieldset } from './project-fieldset.tsx';
import { ProjectFound } from './project-found.tsx';
import { describeShared, projectNames, projectSchema, TAKEN, type ManagedProject } from './project.schema.ts';
import { findProject, saveProject } from './projects.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

const SAVE_FAILED = 'Failed to save project';

/** Serves two addresses: the one without an id is for a new project. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { sessionId } = await requireRole(context, request, 'editor');
  const em = entityManager(context);
  const id = params.id ? readId(params.id) : null;
  const project = id === null ? null : requireFound(await findProject(em, id));
  /** On the way back from a preview: what was typed before it. */
  const back = readText(new URL(request.url).searchParams, 'unsaved');
  const unsaved = back ? await findTypedProject(em, sessionId, id, back) : null;
  return { project, unsaved, formId: project ? undefined : randomUUID() };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by, sessionId } = await requireRole(context, request, 'editor');
  const em = entityManager(context);
  const id = params.id ? readId(params.id) : null;
  const form = await parseForm(context, request, projectSchema);
  if (!form.ok) return form.reply;
  const { agreed: _agreed, intent, ...fields } = form.value;
  if (intent === 'preview') {
    if (id && !(await findProject(em, id))) throw form.gone();
    return redirectDocument(await previewProject(em, sessionId, id, form.value), 303); // public pages are documents
  }
  const saved = await saveProject(em, id, fields, by);
  if (saved.outcome === 'taken') return form.invalid({ slug: [TAKEN] });
  if (saved.outcome === 'saved') await forgetTypedProject(em, sessionId, id, fields.formId);
  if (id || saved.outcome === 'gone') return form.answer(saved, paths.admin.projects, 'Project updated successfully');
  return redirectWithToast(context, paths.admin.project(saved.stored.id), 'Project added successfully');
});

export const clientAction = withFailureNotice(SAVE_FAILED);

const titleFor = (project: object | null = null) => (project ? 'Edit Project' : 'Add New Project');
export const meta = adminMeta<{ project: object | null } | undefined>((loaded) => titleFor(loaded?.project));

export default function ProjectPage() {
  const { project, unsaved, formId } = useLoaderData<typeof loader>();
  const keptForms = useContext(KeptFormsContext);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { pictures = [], ...loaded } = { status: 'draft', ...project, agreed: project?.client ? 'on' : '' };
  const seoPicture = pictures.find(({ key }) => key === project?.seoPicture)?.key ?? ''; // empty if that picture is gone
  return (
    <KeptFormsContext.Provider value={unsaved ? [...keptForms, unsaved] : keptForms}>
      <FormDialog
        title={titleFor(project)}
        closeTo={paths.admin.projects}
        action={project ? paths.admin.editProject(project.id) : paths.admin.newProject}
        schema={projectSchema}
        loaded={{ ...loaded, seoPicture }}
        answer={useActionData<FormAnswer<ManagedProject>>()}
        version={project?.version}
        formId={formId}
        save={project ? 'Update Project' : 'Add Project'}
        show={showStored}
        more={(isBusy) => (
          <Button type="submit" name="intent" value="preview" isBusy={isBusy}>
            Preview
          </Button>
        )}
        onChange={({ target }) => {
          const { name, value } = target as HTMLInputElement;
          setTyped((before) => ({ ...before, [name]: value }));
        }}
      >
        {(field) => (
          <>
            <ProjectFieldset field={field} />
            <ProjectFound {...{ field, pictures, typed }} />
            {project ? (
              <p>
                <TextLink to={paths.admin.project(project.id)}>Pictures ({pictures.length})</TextLink>
              </p>
            ) : (
              <p className="text-muted text-sm">Its pictures come next.</p>
            )}
          </>
        )}
      </FormDialog>
    </KeptFormsContext.Provider>
  );
}

function showStored(stored: ManagedProject) {
  const { pictures, seoPicture } = stored;
  const shown = { ...stored, pictures: pictures.length, seoPicture: describeShared(pictures, seoPicture) };
  const named = Object.entries(projectNames) as [keyof typeof projectNames, string][];
  return <Facts of={Object.fromEntries(named.map(([name, label]) => [label, shown[name]]))} />;
}
