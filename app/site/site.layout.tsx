import { Outlet, useLoaderData } from '@remix-run/react';
import { LiveMaintenance } from '#app/maintenance/maintenance-page.tsx';
import { openSite } from '#app/maintenance/open-site.server.ts';
import { pageTexts } from '#app/page-content/page-content.server.ts';
import { SiteShell } from './site-shell.tsx';

export async function loader() {
  await openSite();
  return { footer: pageTexts('footer'), year: new Date().getFullYear() };
}

/** What all public pages share. */
export default function SiteLayout() {
  const { footer, year } = useLoaderData<typeof loader>();
  return (
    <LiveMaintenance>
      <SiteShell footer={footer} year={year}>
        <Outlet />
      </SiteShell>
    </LiveMaintenance>
  );
}
