import { useLocation, useRevalidator, useRouteLoaderData } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import type { loader as rootLoader } from '../root.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';
import type { SiteStatus } from './site-status.ts';
import { useSiteStatus } from './use-site-status.ts';

/** The maintenance screen as an answer to a request. It gives way by itself when maintenance ends. */
export function MaintenancePage({ reply }: { reply: SiteStatus & { unsent: Record<string, string> | null } }) {
  const status = useSiteStatus();
  const { revalidate } = useRevalidator();
  const isOver = status !== null && !status.maintenanceMode;
  useEffect(() => {
    if (isOver) revalidate();
  }, [isOver, revalidate]);
  return <Screen message={(status?.maintenanceMode ? status : reply).message} unsent={reply.unsent} />;
}

/** An open public page: gives way to the maintenance screen while maintenance is on, without a reload. */
export function LiveMaintenance({ children }: { children: ReactNode }) {
  const status = useSiteStatus();
  return status?.maintenanceMode ? <Screen message={status.message} unsent={null} /> : children;
}

function Screen({ message, unsent }: { message: string | null; unsent: Record<string, string> | null }) {
  const { pathname, search } = useLocation();
  const company = useRouteLoaderData<typeof rootLoader>('root')?.company;
  return (
    <MaintenanceScreen
      message={message}
      companyName={company?.name ?? ''}
      email={company?.email ?? ''}
      phone={company?.phones[0] ?? ''}
      retryHref={pathname + search}
      unsentText={unsent}
    />
  );
}
