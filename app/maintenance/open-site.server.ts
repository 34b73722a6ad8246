import { data } from '@remix-run/node';
import type { SiteStatus } from './site-status.ts';
import { siteStatus } from './site-status.server.ts';

/** What a public page's error boundary gets during maintenance. */
export interface MaintenanceReply extends SiteStatus {
  maintenance: true;
  /** What a visitor had sent to a form, to be shown for copying. */
  unsent: Record<string, string> | null;
  /** A signed-in admin asked: the screen then leads to the switch. */
  isAdmin: boolean;
}

/**
 * The first line of every public loader and action.
 * @param unsent reads what the visitor was sending, so that nothing typed is lost
 * @param isAdmin whether a signed-in admin asks
 * @throws the 503 maintenance answer while maintenance is on
 */
export async function openSite(
  unsent?: (() => Promise<Record<string, string> | null>) | null,
  isAdmin = false,
): Promise<void> {
  const status = siteStatus();
  if (!status.maintenanceMode) return;
  const reply: MaintenanceReply = { ...status, maintenance: true, unsent: (await unsent?.()) ?? null, isAdmin };
  throw data(reply, { status: 503, headers: { 'Retry-After': '120', 'Cache-Control': 'no-store' } });
}
