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
import { isTrash } from '../history/history.ts';
import { listTrash } from '../history/trash.server.ts';
import { TrashList, TrashTabs } from '../history/trash-list.tsx';
import { NoticeBanner } from '../notices/notice-banner.tsx';
import { redirectWithNotice } from '../notices/notice.server.ts';
import { doneNotice } from '../notices/notice.ts';
import { moveSchema } from '../ordered/order.ts';
import { OrderedList } from '../ordered/ordered-list.tsx';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';
import { ServiceCard } from './service-card.tsx';
import { ORDER_FAILED, ORDER_SAVED } from './service.schema.ts';
import { keptServices, listServices, moveService } from './services.server.ts';

const FETCH_FAILED = 'Failed to fetch services';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const em = entityManager(context);
  return orUnread(context, FETCH_FAILED, async () =>
    isTrash(request.url)
      ? { services: [], trash: await listTrash(em, keptServices) }
      : { services: await listServices(em), trash: undefined },
  );
}

/** Moves one service to another place. */
export const action = orFailed(ORDER_FAILED, async ({ request, context }) => {
  const { email } = await requireRole(context, request, 'editor');
  const form = await parseForm(context, request, moveSchema);
  if (!form.ok) return form.notDone(ORDER_FAILED, 400);
  const moved = await moveService(entityManager(context), form.value, actorOf(context, email));
  if (moved.outcome === 'gone') return form.notDone(ORDER_FAILED, 404);
  if (moved.outcome === 'outdated') return form.notDone(ORDER_FAILED, 409);
  const done = { title: ORDER_SAVED, undo: moved.revision };
  return form.value.stay ? { notice: doneNotice(done) } : redirectWithNotice(paths.admin.services, done);
});

export const clientAction = orNotice(ORDER_FAILED);
export const meta = adminMeta('Manage Services');

export default function ServicesPage() {
  const { services, trash, notice } = useLoaderData<typeof loader>();
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
      <TrashTabs
        name="Services"
        list={paths.admin.services}
        trash={paths.admin.servicesInTrash}
        isTrash={trash !== undefined}
      />
      <NoticeBanner notice={answer?.notice ?? notice} className="mt-6" />
      <Reloading path={paths.admin.services} text="Loading services..." />
      {services === undefined ? (
        <RouteButton to={paths.admin.services} reloadDocument className="mt-4">
          Try again
        </RouteButton>
      ) : trash ? (
        <TrashList items={trash} noun="services" />
      ) : services.length ? (
        <OrderedList
          items={services}
          label="Services in display order"
          className="mt-6 grid gap-3"
          action={paths.admin.services}
        >
          {(service, ordering) => <ServiceCard key={service.id} service={service} ordering={ordering} />}
        </OrderedList>
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
