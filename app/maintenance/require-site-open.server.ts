import { data } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { SiteStatus } from './site-status.ts';
import { siteStatus } from './site-status.server.ts';

/** What a visitor had sent to a form. */
export interface Unsent {
  /** Where the form goes. */
  action: string;
  fields: [name: string, value: string][];
  /** The same for people, to be copied. */
  text: string;
}

/** What a public page's error boundary gets during maintenance. */
export interface MaintenanceReply extends SiteStatus {
  maintenance: true;
  unsent: Unsent | null;
  /** A signed-in admin asked: the screen then leads to the switch. */
  isAdmin: boolean;
}

/**
 * The first line of every public loader and action.
 * @param unsent reads what the visitor was sending, so that nothing typed is lost
 * @param isAdmin whether a signed-in admin asks
 * @throws the 503 maintenance answer while maintenance is on
 */
export async function requireSiteOpen(unsent?: (() => Promise<Unsent>) | null, isAdmin = false): Promise<void> {
  const status = siteStatus();
  if (!status.maintenanceMode) return;
  const reply: MaintenanceReply = { ...status, maintenance: true, unsent: (await unsent?.()) ?? null, isAdmin };
  throw data(reply, { status: 503, headers: { 'Retry-After': '120', 'Cache-Control': 'no-store' } });
}

/** While the site is closed no page is kept, and each has its whole address: 'Try again' leads back to it. */
export const keepNothingClosed: RequestHandler = (_request, response, next) => {
  if (siteStatus().maintenanceMode) response.locals.context.cacheKey = undefined;
  next();
};
