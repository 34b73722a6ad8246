import type { AppLoadContext } from '@remix-run/node';
import { databaseNow } from '#db/database-clock.ts';
import { requireSession } from '../accounts/guards.server.ts';
import type { News } from './maintenance-news.tsx';
import type { PanelData } from './maintenance-panel.tsx';
import { plannedWindow, siteStatus } from './site-status.server.ts';

export async function panelData(context: AppLoadContext, request: Request): Promise<PanelData> {
  const { isLooking } = await requireSession(context, request);
  return {
    status: siteStatus(context.app),
    planned: plannedWindow(context.app),
    isLooking,
    now: databaseNow(context.app),
  };
}

/** What staff see who cannot change it. */
export const newsOf = ({ status, ...rest }: PanelData): News => ({
  isClosed: status.maintenanceMode,
  until: status.until,
  ...rest,
});
