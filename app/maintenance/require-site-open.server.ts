import { data, type AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { markPrivate } from '../http/context.server.ts';
import { isLooking } from './preview-links/preview-access.server.ts';
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
export interface MaintenanceAnswer extends SiteStatus {
  maintenance: true;
  unsent: Unsent | null;
  /** A signed-in admin asked: the screen then leads to the switch. */
  isAdmin: boolean;
}

export interface Asker {
  /** Reads what the visitor was sending, so that nothing typed is lost. */
  unsent?: () => Promise<Unsent>;
  /** Whether a signed-in admin asks. */
  isAdmin?: boolean;
}

/**
 * The guard of the public site. Pages ask by `requirePageOpen`.
 * @returns whether the site is seen from behind the screen: then the answer is for whoever looks alone
 * @throws the 503 maintenance answer while maintenance is on
 */
export async function requireSiteOpen(
  context: AppLoadContext,
  request: Request,
  { unsent, isAdmin = false }: Asker = {},
): Promise<boolean> {
  if (!isSiteClosed(context.app)) return false;
  if (await isLooking(context, request)) {
    markPrivate(context);
    context.cacheKey = undefined;
    return true;
  }
  const status = siteStatus(context.app);
  if (!status.maintenanceMode) return false; // it has just ended
  const answer: MaintenanceAnswer = { ...status, maintenance: true, unsent: (await unsent?.()) ?? null, isAdmin };
  const headers = { 'Retry-After': String(secondsUntil(context.app, status.until)), 'Cache-Control': 'no-store' };
  throw data(answer, { status: 503, headers });
}

const ASK_AGAIN_SECONDS = 120; // where no end is known

const secondsUntil = (app: App, until: string | null): number =>
  until ? Math.max(1, Math.ceil((Date.parse(until) - databaseNow(app)) / 1000)) : ASK_AGAIN_SECONDS;

/** Whether visitors see the screen. Somebody may look behind it all the same, which `requireSiteOpen` tells. */
export const isSiteClosed = (app: App): boolean => siteStatus(app).maintenanceMode;
