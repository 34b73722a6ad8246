import { data, type AppLoadContext } from '@remix-run/node';
import type { RequestHandler } from 'express';
import { previewOf } from '../page-content/unsaved-texts.server.ts';
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

interface Asker {
  /** Reads what the visitor was sending, so that nothing typed is lost. */
  unsent?: () => Promise<Unsent>;
  /** Whether a signed-in admin asks. */
  isAdmin?: boolean;
}

/**
 * The first line of every public loader and action. An editor who looks at an unsaved text sees its page all the same.
 * @throws the 503 maintenance answer while maintenance is on
 */
export async function requireSiteOpen(
  context: AppLoadContext,
  request: Request,
  { unsent, isAdmin = false }: Asker = {},
): Promise<void> {
  const status = siteStatus();
  if (!status.maintenanceMode || (await previewOf(context, request))) return;
  const reply: MaintenanceReply = { ...status, maintenance: true, unsent: (await unsent?.()) ?? null, isAdmin };
  throw data(reply, { status: 503, headers: { 'Retry-After': '120', 'Cache-Control': 'no-store' } });
}

/** Whether visitors see the screen. */
export const isSiteClosed = (): boolean => siteStatus().maintenanceMode;

/** While the site is closed no page is kept, and each has its whole address: 'Try again' leads back to it. */
export const keepNothingClosed: RequestHandler = (_request, response, next) => {
  if (isSiteClosed()) response.locals.context.cacheKey = undefined;
  next();
};
