import type { LoaderFunctionArgs } from '@remix-run/node';
import { Form, Outlet, useLoaderData, useSearchParams } from '@remix-run/react';
import { ArrowRightIcon, ArrowUpTrayIcon, PlusIcon } from '@heroicons/react/24/outline';
import { entityManager } from '#db/orm.ts';
import { requireRole } from '#app/accounts/guards.server.ts';
import { adminMeta } from '../../forms/answer.ts';
import { readOrExplain } from '../../forms/action.server.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import { readText } from '../../forms/typing/typed-values.ts';
import { useSearchForm } from '../../forms/use-search-form.ts';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { listMissing } from './missing-paths.server.ts';
import { withListQuery } from '../../forms/list-query.ts';
import { describeTarget, MAX_PATH, type ManagedRedirect } from './redirect.schema.ts';
import { listRedirects } from './redirects.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

const { admin } = paths;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  const query = new URL(request.url).searchParams;
  const q = readText(query, 'q').slice(0, 200);
  const em = entityManager(context);
  const read = await readOrExplain(context, 'Failed to fetch redirects', async () => {
    if (query.get('view') === 'missing') return { missing: await listMissing(em) };
    const page = await listRedirects(em, q, readText(query, 'after').slice(0, MAX_PATH));
    return page.redirects.length ? page : listRedirects(em, q, ''); // the first page replaces an empty one
  });
  return { missing: undefined, redirects: undefined, isFirst: true, next: null, ...read, q };
}

export const meta = adminMeta('Redirects');

export default function RedirectsPage() {
  const { missing, redirects, isFirst, next, notice, q } = useLoaderData<typeof loader>();
  const form = useSearchForm({ q });
  const [query] = useSearchParams();
  const dialog = (to: string) => withListQuery(to, query);
  const tabs = [
    { to: admin.redirects, name: 'Redirects', isCurrent: !missing },
    { to: admin.missingPaths, name: 'Not found', isCurrent: missing !== undefined },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 tabIndex={-1} className="mr-auto text-2xl">
          Redirects
        </h1>
        <RouteButton to={dialog(admin.importRedirects)} preventScrollReset>
          <ArrowUpTrayIcon aria-hidden className="size-5" />
          Import CSV
        </RouteButton>
        <RouteButton to={dialog(admin.newRedirect())} look="primary" preventScrollReset>
          <PlusIcon aria-hidden className="size-5" />
          Add Redirect
        </RouteButton>
      </div>
      <p className="text-muted mt-2 max-w-prose">
        {missing
          ? 'What visitors asked for in the last 90 days and did not find, the most missed first. Programs that look for weak sites ask for much that never was: leave those alone.'
          : 'Where old addresses of this site lead. A page that is there is always shown, and a project that moves to another address is redirected by itself.'}{' '}
        <TextLink back={admin.pages()}>Back to Manage Pages</TextLink>
      </p>
      <TabLinks label="Views" tabs={tabs} className="mt-4" />
      <FlashBanner notice={notice} className="mt-6" />
      {redirects ? (
        <>
          <Form ref={form} role="search" className="mt-5 max-w-md" preventScrollReset>
            <SearchBox label="Find a path" placeholder="Find a path" value={q} button="Find" />
          </Form>
          {redirects.length ? <RedirectList {...{ redirects, dialog }} /> : <Nothing>{nothing(q)}</Nothing>}
          <Pager
            label="Pages of redirects"
            className="mt-4"
            links={[
              isFirst ? null : { name: 'First page', to: pageAt(q, '') },
              next ? { name: 'Next page', to: pageAt(q, next) } : null,
            ]}
          />
        </>
      ) : null}
      {missing?.length ? <MissingList {...{ missing, dialog }} /> : null}
      {missing?.length === 0 ? <Nothing>Visitors have found all they asked for.</Nothing> : null}
      <Outlet />
    </>
  );
}

const nothing = (isSearched: string) => (isSearched ? 'No redirect has these words.' : 'No redirects yet.');

const Nothing = ({ children }: { children: string }) => (
  <div role="status" className="card text-muted mt-6 px-6 py-14 text-center">
    <p>{children}</p>
  </div>
);

const pageAt = (q: string, after: string) => `${admin.redirects}?${new URLSearchParams({ q, after }).toString()}`;

const ROW = 'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3';

interface Dialogs {
  /** The address of a dialog that leads back to this part of the list. */
  dialog: (to: string) => string;
}

function RedirectList({ redirects, dialog }: Dialogs & { redirects: (ManagedRedirect & { note: string | null })[] }) {
  return (
    <ul aria-label="Redirects" className="card divide-border mt-6 divide-y">
      {redirects.map(({ id, fromPath, toPath, note }) => (
        <li key={id} className={ROW}>
          <p className="min-w-40 flex-1 wrap-anywhere">
            <bdi className="font-semibold">{fromPath}</bdi>
            <ArrowRightIcon aria-hidden className="text-muted mx-2 inline size-4" />
            <span className="sr-only"> to </span>
            <bdi className={toPath ? '' : 'text-muted'}>{describeTarget(toPath)}</bdi>
            {note ? <span className="text-danger block text-sm">{note}</span> : null}
          </p>
          <RouteButton to={dialog(admin.editRedirect(id))} className="btn-small" preventScrollReset>
            Edit<span className="sr-only"> {fromPath}</span>
          </RouteButton>
        </li>
      ))}
    </ul>
  );
}

const MissingList = ({ missing, dialog }: Dialogs & { missing: { path: string; hits: number }[] }) => (
  <ul aria-label="Addresses not found" className="card divide-border mt-6 divide-y">
    {missing.map(({ path, hits }) => (
      <li key={path} className={ROW}>
        <bdi className="min-w-24 flex-1 font-semibold wrap-anywhere">{path}</bdi>
        <span className="text-muted tabular-nums">{hits === 1 ? 'Once' : `${hits.toLocaleString('en-US')} times`}</span>
        <RouteButton to={dialog(admin.newRedirect(path))} className="btn-small" prefetch="none" preventScrollReset>
          Redirect<span className="sr-only"> {path}</span>
        </RouteButton>
      </li>
    ))}
  </ul>
);
