import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { hasFailed, refuseFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice } from '../http/notice.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { invalid, outdated, typedIn } from './service-form.server.ts';
import { ServiceForm, type ServiceAnswer } from './service-form.tsx';
import { editedServiceSchema, SAVE_FAILED } from './service.schema.ts';
import { findService, updateService } from './services.server.ts';

const TITLE = 'Edit Service';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const service = await findService(entityManager(context), idOf(params.id));
  if (!service) throw notFound();
  return { service, hasFailed: hasFailed(context) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const id = idOf(params.id);
  const parsed = await parseForm(request, editedServiceSchema);
  const result = parsed.submission.reply();
  if (!parsed.ok) return invalid(context, result);
  const { version, ...fields } = parsed.value;
  let answer;
  try {
    answer = await updateService(entityManager(context), id, version, fields);
  } catch (error) {
    return refuseFailed(context, error, SAVE_FAILED, { typed: typedIn(result) });
  }
  if (answer === 'gone') throw notFound();
  if (answer !== 'saved') return outdated(context, answer, result);
  return redirectWithNotice(paths.admin.services, 'Service updated successfully');
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

export default function EditServicePage() {
  const { service } = useLoaderData<typeof loader>();
  const answer = useActionData<ServiceAnswer>();
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.services} size="wide">
      <ServiceForm key={service.id} action={paths.admin.editService(service.id)} service={service} answer={answer} />
    </RouteDialog>
  );
}
