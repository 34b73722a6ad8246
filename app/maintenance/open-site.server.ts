import { data } from '@remix-run/node';
import type { SiteStatus } from './site-status.ts';
import { siteStatus } from './site-status.server.ts';

/** What a public page's error boundary gets during maintenance. */
export interface MaintenanceReply extends SiteStatus {
  maintenance: true;
  /** What a visitor had sent to a form, to be shown for copying. */
  unsent: Record<string, string> | null;
}

/**
 * The first line of every public loader and action.
 * @param unsent reads what the visitor was sending, so that nothing typed is lost
 * @throws the 503 maintenance answer while maintenance is on
 */
export async function openSite(unsent?: () => Promise<Record<string, string> | null>): Promise<void> {
  const status = siteStatus();
  if (!status.maintenanceMode) return;
  const reply: MaintenanceReply = { ...status, maintenance: true, unsent: (await unsent?.()) ?? null };
  throw data(reply, { status: 503, headers: { 'Retry-After': '120', 'Cache-Control': 'no-store' } });
}
