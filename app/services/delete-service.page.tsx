import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { DeleteForm, deletionSchema } from '../forms/delete-form.tsx';
import { orFailed } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { paths } from '../paths.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { DELETE_FAILED, type ManagedService } from './service.schema.ts';
import { deleteService, findService } from './services.server.ts';

const TITLE = 'Delete Service';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const service = await findService(entityManager(context), idOf(params.id));
  if (!service) throw notFound();
  return { service };
}

export const action = orFailed(DELETE_FAILED, async ({ request, context, params }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, deletionSchema);
  if (!form.ok) return form.reply;
  const by = actorOf(context, email);
  const deleted = await deleteService(entityManager(context), idOf(params.id), form.value.version, by);
  if (deleted.outcome === 'gone') throw notFound();
  if (deleted.outcome === 'outdated') return form.conflict(deleted.stored);
  return redirectWithNotice(paths.admin.services, { title: 'Service deleted successfully', undo: deleted.revision });
});

export const clientAction = orNotice(DELETE_FAILED);
export const meta = adminMeta(TITLE);

export default function DeleteServicePage() {
  const { service } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedService>>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.services}>
      <DeleteForm
        action={paths.admin.deleteService(service.id)}
        answer={answer}
        item={answer?.stored ?? service}
        more={answer?.stored?.content}
        consequence="It disappears from the Services page at once. In the trash it can be restored for 30 days."
        cancelTo={paths.admin.services}
      />
    </RouteDialog>
  );
}
