import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData } from '@remix-run/react';
import { describeError, log } from '#app/http/log.server.ts';
import { LiveMaintenance } from '#app/maintenance/maintenance-page.tsx';
import { openSite } from '#app/maintenance/open-site.server.ts';
import { pageTexts } from '#app/page-content/page-content.server.ts';
import { findStaff } from '#app/staff/guards.server.ts';
import { localYear } from '#app/ui/dates.ts';
import { SiteShell } from './site-shell.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  // Costs a query only where a session cookie is there; such an answer is never kept for others.
  const staff = await findStaff(context, request).catch((error: unknown) => {
    log.warn({ requestId: context.requestId, err: describeError(error) }, 'role could not be read');
    return null;
  });
  const isAdmin = staff?.role === 'admin';
  await openSite(null, isAdmin);
  return { footer: pageTexts('footer'), year: localYear(new Date()), isAdmin };
}

/** What all public pages share. */
export default function SiteLayout() {
  const { footer, year, isAdmin } = useLoaderData<typeof loader>();
  return (
    <LiveMaintenance isAdmin={isAdmin}>
      <SiteShell footer={footer} year={year}>
        <Outlet />
      </SiteShell>
    </LiveMaintenance>
  );
}
