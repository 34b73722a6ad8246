import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PhotoIcon, PlusIcon } from '@heroicons/react/24/outline';
import { databaseNow } from '#db/database-clock.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice } from '../../forms/answer.ts';
import { ListRow } from '../../forms/sortable/list-row.tsx';
import { paths } from '../../paths.ts';
import { orderFailed } from '../versions/history.ts';
import { ManagedList } from '../versions/managed-list.tsx';
import { answerMove } from '../versions/move.server.ts';
import { readManaged } from '../versions/trash.server.ts';
import { describeState, nameMonth } from './project.schema.ts';
import { listProjects, versionedProjects } from './projects.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const now = databaseNow(context.app);
  return readManaged(context, request, versionedProjects, async (em) =>
    (await listProjects(em)).map(({ id, title, slug, place, month, pictures, ...project }) => {
      const state = describeState(project, now);
      return { id, title, slug, facts: [state, place, nameMonth(month)].filter(Boolean), pictures: pictures.length };
    }),
  );
}

export const action = withFailureReply(orderFailed, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  return answerMove(context, request, by);
});

export const clientAction = withFailureNotice(orderFailed);
export const meta = adminMeta('Manage Projects');

export default function ProjectsPage() {
  return (
    <ManagedList
      name="Projects"
      Icon={PhotoIcon}
      {...useLoaderData<typeof loader>()}
      list={paths.admin.projects}
      add={{ to: paths.admin.newProject, text: 'Add Project', AddIcon: PlusIcon }}
      intro={
        <>
          The published ones are what visitors see as <TextLink href={paths.portfolio}>Our Work</TextLink>, in this
          order.
        </>
      }
      empty={{
        title: 'No projects yet',
        text: 'Add the first one: what was lifted, where and when, with its figures and pictures. Until one is published, Our Work shows typical lifts.',
        add: 'Add the first project',
      }}
    >
      {({ id, title, slug, facts, pictures }, ordering) => (
        <ListRow
          key={id}
          noun="projects"
          ordering={ordering}
          icon={
            <span className="bg-surface2 text-link grid size-11 place-items-center rounded-sm">
              <PhotoIcon aria-hidden className="size-6" />
            </span>
          }
          heading={title}
          facts={
            <>
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
              <TextLink to={paths.admin.project(id)}>
                {pictures === 1 ? '1 picture' : `${pictures} pictures`}
                <span className="sr-only"> of {title}</span>
              </TextLink>
            </>
          }
          edit={paths.admin.editProject(id)}
          remove={paths.admin.deleteProject(id)}
        >
          <p className="text-muted font-mono text-sm wrap-anywhere">{paths.project(slug)}</p>
        </ListRow>
      )}
    </ManagedList>
  );
}
