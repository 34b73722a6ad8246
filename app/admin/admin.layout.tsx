import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Outlet,
  useLoaderData,
  useRouteError,
  useRouteLoaderData,
  useLocation,
} from '@remix-run/react';
import type { Gone } from '../forms/answer.ts';
import { KeptFormsContext } from '../forms/typing/kept-typing.ts';
import { typedTexts } from '../forms/typing/typed-values.ts';
import { useRenderContext } from '../render/render-context.ts';
import { useRootData } from '../forms/root-data.ts';
import { Facts } from '../ui/conflict.tsx';
import { ErrorPage, errorTitle } from '../ui/site/error-page.tsx';
import { AccessDenied } from '../accounts/access-denied.tsx';
import { requireRole } from '../accounts/guards.server.ts';
import { takeFormsOfPage } from '../accounts/sign-in/way-back.server.ts';
import { reaches } from '../accounts/staff.schema.ts';
import { AdminShell } from './admin-shell.tsx';
import adminCss from './admin.css?url';
import { readWaiting } from './dashboard.server.ts';
import { isSidebarWide } from './use-sidebar.ts';
import { errorTexts } from '../http/refusals/error-texts.ts';
import { paths } from '../paths.ts';
import { siteStatus } from '../maintenance/site-status.server.ts';
import { RouteButton } from '../ui/button.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireRole(context, request, 'viewer');
  const { accountId, email, role, owesSecondFactor, hasFirstPassword, hasKeys } = staff;
  return {
    shell: {
      email,
      role,
      hasFirstPassword,
      hasSections: !owesSecondFactor,
      hasKeys,
      startsWide: isSidebarWide(request.headers.get('cookie')),
      isUnderMaintenance: siteStatus(context.app).maintenanceMode,
      /** For those who answer enquiries; null when it could not be read. */
      waiting: reaches(role, 'admin') && !owesSecondFactor ? await readWaiting(context) : null,
    },
    keptForms: await takeFormsOfPage(context, request, accountId),
    hasFailed: context.hasFailed,
    /** Of a form with errors, in case its page finds that the item is gone. */
    typed: context.hasFailed ? typedTexts(context.typed?.().initialValue ?? {}) : undefined,
  };
}

export type ShellData = Awaited<ReturnType<typeof loader>>['shell'];

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
  const { shell, keptForms } = useLoaderData<typeof loader>();
  return (
    <AdminShell {...shell}>
      <KeptFormsContext.Provider value={keptForms}>
        <Outlet />
      </KeptFormsContext.Provider>
    </AdminShell>
  );
}

const GONE = ['Deleted meanwhile', 'Somebody has deleted this since you opened it, so nothing was saved.'] as const;

/** Keeps the shell around a failed page, if its data is there. */
export function ErrorBoundary() {
  const error = useRouteError();
  const known = useRouteLoaderData<typeof loader>('admin/admin.layout');
  const root = useRootData();
  const { status: rendered, requestId } = useRenderContext();
  const answer = isRouteErrorResponse(error) ? error : null;
  const status = answer?.status ?? rendered ?? 500;
  const reference = (answer?.data as { reference?: string } | null)?.reference ?? requestId;
  const { typed = status === 404 ? known?.typed : undefined } = (answer?.data ?? {}) as Partial<Gone>;
  if (known) {
    return (
      <AdminShell {...known.shell}>
        <AdminError {...{ status, reference, typed }} />
      </AdminShell>
    );
  }
  if (isRouteErrorResponse(error) && isAccessDenied(error)) return <AccessDenied />;
  return (
    <ErrorPage {...{ status, reference, company: root?.company, says: typed && GONE }}>
      <Typed of={typed} />
    </ErrorPage>
  );
}

const Typed = ({ of = {} }: { of: Gone['typed'] | undefined }) =>
  Object.keys(of).length ? (
    <>
      <p>Here is what you typed:</p>
      <Facts of={of} />
    </>
  ) : null;

/** `reference` finds the request in the log. */
export function AdminError({ status, reference, typed }: { status: number; reference?: string } & Partial<Gone>) {
  const [title, text] = typed ? GONE : errorTexts(status, 'Please go back and try again.');
  const { pathname, search } = useLocation();
  return (
    <div className="grid max-w-xl gap-4" data-status={status} data-reference={reference}>
      <h1 className="text-2xl">{title}</h1>
      <p>{text}</p>
      <Typed of={typed} />
      <div className="flex flex-wrap gap-3">
        {status >= 500 ? (
          <RouteButton to={pathname + search} look="primary" reloadDocument>
            Try again
          </RouteButton>
        ) : null}
        <RouteButton to={paths.admin.dashboard} look={status >= 500 ? 'secondary' : 'primary'}>
          Go to Dashboard
        </RouteButton>
      </div>
      {status >= 500 && reference ? <p className="text-muted text-sm">{`Reference: ${reference}`}</p> : null}
    </div>
  );
}
