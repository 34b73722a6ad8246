import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, Outlet, useLoaderData, useRouteError, useRouteLoaderData } from '@remix-run/react';
import { KeptFormsContext } from '../forms/typing/kept-form.ts';
import { useRenderContext } from '../render/render-context.ts';
import { useRootData } from '../forms/root-data.ts';
import { ErrorPage, errorTitle } from '../ui/site/error-page.tsx';
import { AccessDenied } from '../accounts/access-denied.tsx';
import { requireRole, requireSession } from '../accounts/guards.server.ts';
import { keptFormsOf } from '../accounts/sign-in/way-back.server.ts';
import { reaches } from '../accounts/staff.schema.ts';
import { AdminError } from './admin-error.tsx';
import { AdminShell } from './admin-shell.tsx';
import adminCss from './admin.css?url';
import { readWaiting } from './dashboard.server.ts';
import { isSidebarWide } from './sidebar-cookie.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { accountId, email, role, owesSecondFactor } = await requireRole(context, request);
  const { hasFirstPassword } = await requireSession(context, request);
  return {
    staff: { email, role, hasFirstPassword, hasSections: !owesSecondFactor },
    isSidebarWide: isSidebarWide(request.headers.get('cookie')),
    /** How many enquiries wait, for those who answer them; null when that could not be read. */
    waiting: reaches(role, 'admin') && !owesSecondFactor ? await readWaiting(context) : null,
    /** What was typed on this page when a session ended. */
    keptForms: await keptFormsOf(context, request, accountId),
    hasFailed: context.hasFailed,
  };
}

export const handle = { hydrate: true };
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: adminCss }];

export const meta: MetaFunction = ({ error }) => [{ title: error ? failureTitle(error) : 'Admin' }];

function failureTitle(error: unknown): string {
  if (!isRouteErrorResponse(error)) return errorTitle(500);
  return isAccessDenied(error) ? 'Access Denied' : errorTitle(error.status);
}

const isAccessDenied = (error: { data: unknown }) =>
  (error.data as { accessDenied?: boolean } | null)?.accessDenied === true;

export default function AdminLayout() {
  const { staff, isSidebarWide: startsWide, waiting, keptForms } = useLoaderData<typeof loader>();
  return (
    <AdminShell {...staff} startsWide={startsWide} waiting={waiting}>
      <KeptFormsContext.Provider value={keptForms}>
        <Outlet />
      </KeptFormsContext.Provider>
    </AdminShell>
  );
}

/** A failure below keeps the shell around it; without the shell's own data it is a page of its own. */
export function ErrorBoundary() {
  const error = useRouteError();
  const known = useRouteLoaderData<typeof loader>('admin/admin.layout');
  const root = useRootData();
  const { status: rendered, requestId } = useRenderContext();
  const answer = isRouteErrorResponse(error) ? error : null;
  const status = answer?.status ?? rendered ?? 500;
  const reference = (answer?.data as { reference?: string } | null)?.reference ?? requestId;
  if (known) {
    return (
      <AdminShell {...known.staff} startsWide={known.isSidebarWide} waiting={known.waiting}>
        <AdminError status={status} reference={reference} />
      </AdminShell>
    );
  }
  if (isRouteErrorResponse(error) && isAccessDenied(error)) return <AccessDenied />;
  return <ErrorPage status={status} reference={reference} company={root?.company} />;
}
