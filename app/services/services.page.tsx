import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { Link, Outlet, useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { PlusIcon, WrenchScrewdriverIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { hasFailed, markFailed } from '../http/form-failed.server.ts';
import { parseForm } from '../http/form.server.ts';
import { describeError, log } from '../http/log.server.ts';
import { NoticeBanner } from '../http/notice-banner.tsx';
import { redirectWithNotice } from '../http/notice.server.ts';
import { errorNotice, type Notice } from '../http/notice.ts';
import { orUnanswered } from '../http/unanswered.ts';
import { paths } from '../paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { ServiceList } from './service-list.tsx';
import { moveSchema, ORDER_FAILED, ORDER_SAVED } from './service-order.ts';
import { findService, listServices, moveService } from './services.server.ts';
import type { OrderAnswer } from './use-service-order.ts';

const FETCH_FAILED = 'Failed to fetch services';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const page = { hasFailed: hasFailed(context), notice: null };
  try {
    return { ...page, services: await listServices(entityManager(context)) };
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, FETCH_FAILED);
    return data({ ...page, services: null, notice: errorNotice(FETCH_FAILED) }, { status: 503 });
  }
}

/** Moves one service to another place. */
export async function action({ request, context }: ActionFunctionArgs) {
  await requireRole(context, request, 'editor');
  const parsed = await parseForm(request, moveSchema);
  const fail = (status: number) => {
    markFailed(context);
    return data<OrderAnswer>({ isStored: false, notice: errorNotice(ORDER_FAILED) }, { status });
  };
  if (!parsed.ok) return fail(400);
  const em = entityManager(context);
  try {
    if (!(await findService(em, parsed.value.id))) return fail(404);
    if (!(await moveService(em, parsed.value))) return fail(409);
  } catch (error) {
    log.error({ requestId: context.requestId, err: describeError(error) }, ORDER_FAILED);
    return fail(503);
  }
  if (!parsed.value.stay) return redirectWithNotice(paths.admin.services, ORDER_SAVED);
  const notice: Notice = { kind: 'success', title: ORDER_SAVED, id: crypto.randomUUID() };
  return data<OrderAnswer>({ isStored: true, notice });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orUnanswered(
    () => serverAction<typeof action>(),
    (): OrderAnswer => ({ isStored: false, isUnanswered: true, notice: errorNotice(ORDER_FAILED) }),
  );

export const meta: MetaFunction<typeof loader> = ({ data: loaded }) => [
  { title: `${loaded?.hasFailed ? 'Error: ' : ''}Manage Services` },
  { name: 'robots', content: 'noindex' },
];

export default function ServicesPage() {
  const { services, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<OrderAnswer>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Services</h1>
        <ButtonLink to={paths.admin.newService} look="primary" preventScrollReset>
          <PlusIcon aria-hidden className="size-5" />
          Add Service
        </ButtonLink>
      </div>
      <p className="text-muted mt-2">
        What visitors see on the{' '}
        <Link to={paths.services} className="text-link underline">
          Services page
        </Link>
        , in this order.
      </p>
      <NoticeBanner notice={answer?.notice ?? notice} className="mt-6" />
      {services === null ? (
        <ButtonLink to={paths.admin.services} reloadDocument className="mt-4">
          Try again
        </ButtonLink>
      ) : services.length ? (
        <ServiceList services={services} />
      ) : (
        <Empty />
      )}
      <Outlet />
    </>
  );
}

function Empty() {
  return (
    <div className="card mt-6 grid justify-items-center gap-3 px-6 py-14 text-center">
      <WrenchScrewdriverIcon aria-hidden className="text-muted size-12" />
      <h2 className="text-xl">No services created yet</h2>
      <p className="text-muted max-w-md">
        Add the first one: a title, a few sentences about it and an icon. Until then the Services page shows none.
      </p>
      <ButtonLink to={paths.admin.newService} preventScrollReset>
        Add the first service
      </ButtonLink>
    </div>
  );
}
