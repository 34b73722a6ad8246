import { useLocation } from '@remix-run/react';
import { paths } from '../paths.ts';
import { useRootData } from '../forms/root-data.ts';
import { MaintenanceScreen } from './maintenance-screen.tsx';
import type { MaintenanceAnswer } from './require-site-open.server.ts';

/** The screen as an answer. `<live-status>` replaces it when maintenance ends. */
export function MaintenancePage({ reply }: { reply: MaintenanceAnswer }) {
  const { pathname, search } = useLocation();
  const company = useRootData()?.company;
  return (
    <live-status data-events={paths.events}>
      <div data-screen>
        <MaintenanceScreen {...reply} company={company} retryHref={pathname + search} />
      </div>
    </live-status>
  );
}
