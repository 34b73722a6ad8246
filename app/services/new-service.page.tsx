import { randomUUID } from 'node:crypto';
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { hasFailed, refuseFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice } from '../http/notice.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { invalid, typedIn } from './service-form.server.ts';
import { ServiceForm, type ServiceAnswer } from './service-form.tsx';
import { newServiceSchema, SAVE_FAILED } from './service.schema.ts';
import { addService } from './services.server.ts';

const TITLE = 'Add New Service';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return { formId: randomUUID(), hasFailed: hasFailed(context) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const parsed = await parseForm(request, newServiceSchema);
  const result = parsed.submission.reply();
  if (!parsed.ok) return invalid(context, result);
  try {
    await addService(entityManager(context), parsed.value);
  } catch (error) {
    return refuseFailed(context, error, SAVE_FAILED, { typed: typedIn(result) });
  }
  return redirectWithNotice(paths.admin.services, 'Service added successfully');
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    (): ServiceAnswer => ({ notice: errorNotice(SAVE_FAILED) }),
  );

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}${TITLE}` },
  { name: 'robots', content: 'noindex' },
];

export default function NewServicePage() {
  const { formId } = useLoaderData<typeof loader>();
  const answer = useActionData<ServiceAnswer>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.services} size="wide">
      <ServiceForm action={paths.admin.newService} answer={answer} formId={formId} />
    </RouteDialog>
  );
}
