import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { actorOf } from '../../audit/activities.server.ts';
import { adminMeta } from '../../forms/admin-meta.ts';
import { withFailureReply } from '../../forms/failures.server.ts';
import type { FormAnswer } from '../../forms/form-answer.ts';
import { withFailureNotice } from '../../forms/with-failure-notice.ts';
import { parseForm } from '../../forms/parse-form.server.ts';
import { readId, notFound } from '../../http/addresses.server.ts';
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { ServiceForm } from './service-form.tsx';
import { editedServiceSchema, SAVE_FAILED, type ManagedService } from './service.schema.ts';
import { findService, updateService } from './services.server.ts';

const TITLE = 'Edit Service';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const service = await findService(entityManager(context), readId(params.id));
  if (!service) throw notFound();
  return { service };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context, params }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, editedServiceSchema);
  if (!form.ok) return form.reply;
  const saved = await updateService(entityManager(context), readId(params.id), form.value, actorOf(context, email));
  if (saved.outcome === 'gone') throw notFound();
  if (saved.outcome === 'outdated') return form.conflict(saved.stored);
  const done = { title: 'Service updated successfully', undo: saved.revision };
  return redirectWithToast(context, paths.admin.services, done);
});

export const clientAction = withFailureNotice(SAVE_FAILED);
export const meta = adminMeta(TITLE);

export default function EditServicePage() {
  const { service } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedService>>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.services} size="wide">
      <ServiceForm key={service.id} action={paths.admin.editService(service.id)} service={service} answer={answer} />
    </RouteDialog>
  );
}
