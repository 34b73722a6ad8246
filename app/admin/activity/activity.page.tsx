import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ClockIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { adminMeta } from '../../forms/answer.ts';
import { readOrExplain } from '../../forms/action.server.ts';
import { parseCursor } from '../../enquiries/inbox/inbox.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { paths } from '../../paths.ts';
import { requireRole } from '../../accounts/guards.server.ts';
import { Pager } from '../../ui/pager.tsx';
import { ActivityFilter } from './activity-filter.tsx';
import { ActivityList } from './activity-list.tsx';
import { filterOf, kindLabels, listActivities, listActors, wantedBy, type Filter } from './list-activities.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'admin');
  const em = entityManager(context);
  const query = new URL(request.url).searchParams;
  const filter = filterOf(query);
  const { conditions, errors } = wantedBy(filter);
  const hasFailed = Object.keys(errors).length > 0;
  const read = await readOrExplain(context, 'Failed to fetch activity', async () => ({
    page: hasFailed ? null : await listActivities(em, conditions, parseCursor(query.get('place'))),
    actors: await listActors(em),
  }));
  return data({ ...read, kinds: kindLabels(), filter, errors, hasFailed }, { status: hasFailed ? 400 : 200 });
}

export const meta = adminMeta('Activity');

export default function ActivityLogPage() {
  const { page, actors, kinds, notice, filter, errors } = useLoaderData<typeof loader>();
  return (
    <div className="grid gap-6">
      <div>
        <h1 tabIndex={-1} className="text-2xl">
          Activity
        </h1>
        <p className="text-muted mt-1 max-w-prose">
          Who did what, when and from which address. Each line is kept for 12 months, and nobody can change it.
        </p>
      </div>
      <FlashBanner notice={notice} />
      <ActivityFilter filter={filter} errors={errors} actors={actors ?? []} kinds={kinds} />
      {/* always there: few screen readers read out a status that comes with its words */}
      <div role="status" className={page?.lines.length ? 'sr-only' : 'empty:absolute'}>
        {page?.lines.length ? <span>{`${page.lines.length} shown`}</span> : null}
        {page && !page.lines.length ? <Nothing isFiltered={Object.keys(filter).length > 0} /> : null}
      </div>
      {page?.lines.length ? <ActivityList lines={page.lines} /> : null}
      {page ? (
        <Pager
          label="Pages of activity"
          links={[
            page.newer ? { name: 'Newest', to: pageAt(filter) } : null,
            page.newer ? { name: 'Newer', to: pageAt(filter, page.newer), rel: 'prev' } : null,
            page.older ? { name: 'Older', to: pageAt(filter, page.older), rel: 'next' } : null,
          ]}
        />
      ) : null}
    </div>
  );
}

function pageAt(filter: Filter, place?: string) {
  const query = new URLSearchParams({ ...filter, ...(place ? { place } : {}) }).toString();
  return paths.admin.activity + (query && `?${query}`);
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return (
    <div className="card grid justify-items-center gap-3 px-6 py-14 text-center">
      <ClockIcon aria-hidden className="text-muted size-12" />
      <p className="text-lg font-semibold">{isFiltered ? 'No activity matches.' : 'Nothing has been done yet'}</p>
      {isFiltered ? (
        <TextLink to={paths.admin.activity}>Clear the filter</TextLink>
      ) : (
        <p className="text-muted max-w-md">Sign-ins and all that staff change are listed here, the newest first.</p>
      )}
    </div>
  );
}
