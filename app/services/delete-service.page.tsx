import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation, type ClientActionFunctionArgs } from '@remix-run/react';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { hasFailed, refuseFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice } from '../http/notice.ts';
import { idOf, notFound } from '../http/replies.server.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { focusFirst } from '../ui/focus-first.ts';
import { RouteDialog } from '../ui/route-dialog.tsx';
import { outdated } from './service-form.server.ts';
import type { ServiceAnswer } from './service-form.tsx';
import { DELETE_FAILED, deletedServiceSchema } from './service.schema.ts';
import { deleteService, findService } from './services.server.ts';

const TITLE = 'Delete Service';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const service = await findService(entityManager(context), idOf(params.id));
  if (!service) throw notFound();
  return { service, hasFailed: hasFailed(context) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const id = idOf(params.id);
  const parsed = await parseForm(request, deletedServiceSchema);
  let answer;
  try {
    answer = await deleteService(entityManager(context), id, parsed.ok ? parsed.value.version : null);
  } catch (error) {
    return refuseFailed(context, error, DELETE_FAILED, {});
  }
  if (answer === 'gone') throw notFound();
  if (answer !== 'deleted') return outdated(context, answer);
  return redirectWithNotice(paths.admin.services, 'Service deleted successfully');
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    (): ServiceAnswer => ({ notice: errorNotice(DELETE_FAILED) }),
  );

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}${TITLE}` },
  { name: 'robots', content: 'noindex' },
];

export default function DeleteServicePage() {
  const { service } = useLoaderData<typeof loader>();
  const answer = useActionData<ServiceAnswer>();
  const action = paths.admin.deleteService(service.id);
  const isBusy = useNavigation().formAction === action;
  const shown = answer?.stored ?? service;
  return (
    <RouteDialog title={TITLE} closeTo={paths.admin.services}>
      <Form method="post" action={action} className="grid gap-5">
        <NoticeBanner notice={answer?.notice} />
        <p>{`Are you sure you want to delete "${shown.title}"?`}</p>
        {answer?.stored ? <p className="text-muted line-clamp-6 whitespace-pre-line">{shown.content}</p> : null}
        <input type="hidden" name="version" value={shown.version} />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={paths.admin.services} preventScrollReset prefetch="none" {...focusFirst}>
            Cancel
          </ButtonLink>
          <Button type="submit" look="danger" disabled={isBusy}>
            Delete
          </Button>
        </div>
      </Form>
    </RouteDialog>
  );
}
