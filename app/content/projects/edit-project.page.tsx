import { randomUUID } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { parseForm, redirectWithToast, withFailureReply } from '../../forms/action.server.ts';
import { withFailureNotice, type FormAnswer } from '../../forms/answer.ts';
import { DialogButtons } from '../../forms/dialog-buttons.tsx';
import { StaffForm } from '../../forms/staff-form.tsx';
import { notFound, readId } from '../../http/addresses.server.ts';
import { paths } from '../../paths.ts';
import { Facts } from '../../ui/conflict.tsx';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { ProjectFieldset } from './project-fieldset.tsx';
import { projectSchema, TAKEN, type ManagedProject } from './project.schema.ts';
import { findProject, saveProject } from './projects.server.ts';

const SAVE_FAILED = 'Failed to save project';

/** Serves two addresses: an address without an id asks for a new project. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  if (!params.id) return { formId: randomUUID() };
  const project = await findProject(entityManager(context), readId(params.id));
  if (!project) throw notFound();
  return { project };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { by } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, projectSchema);
  if (!form.ok) return form.reply;
  const { agreed: _agreed, intent: _intent, ...fields } = form.value;
  const saved = await saveProject(entityManager(context), params.id ? readId(params.id) : null, fields, by);
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'taken') return form.invalid({ slug: [TAKEN] });
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  const done = params.id
    ? { title: 'Project updated successfully', undo: saved.revision }
    : 'Project added successfully';
  return redirectWithToast(context, paths.admin.projects, done);
});

export const clientAction = withFailureNotice(SAVE_FAILED);

const titleFor = (project?: object) => (project ? 'Edit Project' : 'Add New Project');
export const meta = adminMeta<{ project?: object } | undefined>((loaded) => titleFor(loaded?.project));

export default function ProjectPage() {
  const { project, formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedProject>>();
  const save = project ? 'Update Project' : 'Add Project';
  const { pictures: _pictures, ...loaded } = { status: 'draft', ...project, agreed: project?.client ? 'on' : '' };
  return (
    <RouteDialog title={titleFor(project)} closeTo={paths.admin.projects} size="wide">
      <StaffForm
        key={project?.id}
        action={project ? paths.admin.editProject(project.id) : paths.admin.newProject}
        schema={projectSchema}
        loaded={loaded}
        answer={answer}
        version={project?.version}
        formId={formId}
        conflict={{ show: showStored, save }}
      >
        {(field, isBusy) => (
          <>
            <ProjectFieldset field={field} />
            <DialogButtons isBusy={isBusy} label={save} cancelTo={paths.admin.projects} />
          </>
        )}
      </StaffForm>
    </RouteDialog>
  );
}

const showStored = (stored: ManagedProject) => (
  <Facts
    of={{
      Title: stored.title,
      Address: stored.slug,
      Place: stored.place,
      Sector: stored.sector,
      Month: stored.month,
      Text: stored.content,
      Figures: stored.figures,
      Client: stored.client,
      State: stored.status,
      From: stored.publishFrom,
      Until: stored.publishUntil,
    }}
  />
);
