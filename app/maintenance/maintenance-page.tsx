import { useLocation, useRevalidator, useRouteLoaderData } from '@remix-run/react';
import { useEffect, type ReactNode } from 'react';
import type { loader as rootLoader } from '../root.tsx';
import { AdminStrip } from './admin-strip.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';
import type { MaintenanceReply } from './open-site.server.ts';
import { useSiteStatus } from './use-site-status.ts';

/** The maintenance screen as an answer to a request. It gives way by itself when maintenance ends. */
export function MaintenancePage({ reply }: { reply: MaintenanceReply }) {
  const status = useSiteStatus();
  const { revalidate } = useRevalidator();
  const isOver = status !== null && !status.maintenanceMode;
  useEffect(() => {
    if (isOver) revalidate();
  }, [isOver, revalidate]);
  const { message } = status?.maintenanceMode ? status : reply;
  return <Screen message={message} unsent={reply.unsent} isAdmin={reply.isAdmin} />;
}

/** An open public page: gives way to the maintenance screen while maintenance is on, without a reload. */
export function LiveMaintenance({ isAdmin, children }: { isAdmin: boolean; children: ReactNode }) {
  const status = useSiteStatus();
  return status?.maintenanceMode ? <Screen message={status.message} unsent={null} isAdmin={isAdmin} /> : children;
}

function Screen({ message, unsent, isAdmin }: Pick<MaintenanceReply, 'message' | 'unsent' | 'isAdmin'>) {
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
      adminStrip={isAdmin ? <AdminStrip /> : null}
    />
  );
}
