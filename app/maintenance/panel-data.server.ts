import type { AppLoadContext } from '@remix-run/node';
import { databaseNow } from '#db/database-clock.ts';
import type { Staff } from '../accounts/guards.server.ts';
import type { News } from './maintenance-news.tsx';
import type { PanelData } from './maintenance-panel.tsx';
import { plannedWindow, siteStatus } from './site-status.server.ts';

export const panelData = ({ app }: AppLoadContext, { isLooking }: Staff): PanelData => ({
  status: siteStatus(app),
  planned: plannedWindow(app),
  isLooking,
  now: databaseNow(app),
});

/** What staff see who cannot change it. */
export const newsOf = ({ status, ...rest }: PanelData): News => ({
  isClosed: status.maintenanceMode,
  until: status.until,
  ...rest,
});
