import { randomUUID } from 'node:crypto';
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
import { redirectWithToast } from '../../forms/toasts/flash.server.ts';
import { paths } from '../../paths.ts';
import { RouteDialog } from '../../ui/route-dialog.tsx';
import { ServiceForm } from './service-form.tsx';
import { newServiceSchema, SAVE_FAILED, type ManagedService } from './service.schema.ts';
import { addService } from './services.server.ts';

const TITLE = 'Add New Service';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { formId: randomUUID() };
}

export const action = withFailureReply(SAVE_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, newServiceSchema);
  if (!form.ok) return form.reply;
  await addService(entityManager(context), form.value, actorOf(context, email));
  return redirectWithToast(context, paths.admin.services, 'Service added successfully');
});

export const clientAction = withFailureNotice(SAVE_FAILED);
export const meta = adminMeta(TITLE);

export default function NewServicePage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer<ManagedService>>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.services} size="wide">
      <ServiceForm action={paths.admin.newService} answer={answer} formId={formId} />
    </RouteDialog>
  );
}
