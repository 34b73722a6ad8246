import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useActionData, useLoaderData } from '@remix-run/react';
import { PlusIcon, WrenchScrewdriverIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/staff/guards.server.ts';
import { actorOf } from '../activity/activities.server.ts';
import { adminMeta } from '../admin/admin-meta.ts';
import { Reloading } from '../admin/reloading.tsx';
import { orFailed, orUnread } from '../forms/failures.server.ts';
import type { FormAnswer } from '../forms/form-answer.ts';
import { orNotice } from '../forms/or-notice.ts';
import { parseForm } from '../forms/parse-form.server.ts';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { doneNotice } from '../notices/notice.ts';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';
import { ServiceList } from './service-list.tsx';
import { moveSchema, ORDER_FAILED, ORDER_SAVED } from './service-order.ts';
import { listServices, moveService } from './services.server.ts';

const FETCH_FAILED = 'Failed to fetch services';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return orUnread(context, FETCH_FAILED, async () => ({ services: await listServices(entityManager(context)) }));
}

/** Moves one service to another place. */
export const action = orFailed(ORDER_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, moveSchema);
  if (!form.ok) return form.notDone(ORDER_FAILED, 400);
  const moved = await moveService(entityManager(context), form.value, actorOf(context, email));
  if (moved.outcome === 'gone') return form.notDone(ORDER_FAILED, 404);
  if (moved.outcome === 'outdated') return form.notDone(ORDER_FAILED, 409);
  return form.value.stay ? { notice: doneNotice(ORDER_SAVED) } : redirectWithNotice(paths.admin.services, ORDER_SAVED);
});

export const clientAction = orNotice(ORDER_FAILED);
export const meta = adminMeta('Manage Services');

export default function ServicesPage() {
  const { services, notice } = useLoaderData<typeof loader>();
  const answer = useActionData<FormAnswer>();
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage Services</h1>
        <RouteButton to={paths.admin.newService} look="primary" preventScrollReset>
          <PlusIcon aria-hidden className="size-5" />
          Add Service
        </RouteButton>
      </div>
      <p className="text-muted mt-2">
        What visitors see on the{' '}
        <a href={paths.services} className="text-link underline">
          Services page
        </a>
        , in this order.
      </p>
      <NoticeBanner notice={answer?.notice ?? notice} className="mt-6" />
      <Reloading path={paths.admin.services} text="Loading services..." />
      {services === undefined ? (
        <RouteButton to={paths.admin.services} reloadDocument className="mt-4">
          Try again
        </RouteButton>
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
        Add the first one: a title, a few sentences about it and an icon. Until then, the Services page lists none.
      </p>
      <RouteButton to={paths.admin.newService} preventScrollReset>
        Add the first service
      </RouteButton>
    </div>
  );
}
