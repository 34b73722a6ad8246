import { useLocation } from '@remix-run/react';
import { paths } from '../paths.ts';
import { useRootData } from '../forms/root-data.ts';
import { AdminStrip } from './admin-strip.tsx';
import { MaintenanceScreen } from './maintenance-screen.tsx';
import type { MaintenanceAnswer } from './require-site-open.server.ts';

/** The maintenance screen as an answer to a request. `<live-status>` lets it give way when maintenance ends. */
export function MaintenancePage({ reply: { message, until, unsent, isAdmin } }: { reply: MaintenanceAnswer }) {
  const { pathname, search } = useLocation();
  const company = useRootData()?.company;
  return (
    <live-status data-events={paths.events}>
      <div data-screen>
        <MaintenanceScreen
          message={message}
          until={until}
          companyName={company?.name ?? ''}
          email={company?.email ?? ''}
          phone={company?.phones[0] ?? ''}
          retryHref={pathname + search}
          unsent={unsent}
          adminStrip={isAdmin ? <AdminStrip /> : null}
        />
      </div>
    </live-status>
  );
}
