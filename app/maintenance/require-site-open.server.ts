import { data, type AppLoadContext } from '@remix-run/node';
import type { App } from '#db/app.ts';
import { databaseNow } from '#db/database-clock.ts';
import { markPrivate } from '../http/context.server.ts';
import { hasPreviewAccess } from './preview-links/preview-access.server.ts';
import { siteStatus, type SiteStatus } from './site-status.server.ts';

/** A form that a visitor was sending when maintenance began. */
export interface Unsent {
  action: string;
  fields: [name: string, value: string][];
  text: string;
}

/** For a public page's error boundary. */
export interface ClosedAnswer extends SiteStatus {
  maintenance: true;
  unsent: Unsent | null;
  isAdmin: boolean;
}

export interface Asker {
  unsent?: () => Promise<Unsent>;
  isAdmin?: boolean;
}

/** @returns whether this is a preview: then the answer is for one person @throws the 503 maintenance answer */
export async function requireSiteOpen(
  context: AppLoadContext,
  request: Request,
  { unsent, isAdmin = false }: Asker = {},
): Promise<boolean> {
  if (!isSiteClosed(context.app)) return false;
  if (await hasPreviewAccess(context, request)) {
    markPrivate(context);
    context.cacheKey = undefined;
    return true;
  }
  const status = siteStatus(context.app);
  if (!status.maintenanceMode) return false; // it has just ended
  const answer: ClosedAnswer = { ...status, maintenance: true, unsent: (await unsent?.()) ?? null, isAdmin };
  const headers = { 'Retry-After': String(secondsUntil(context.app, status.until)), 'Cache-Control': 'no-store' };
  throw data(answer, { status: 503, headers });
}

const ASK_AGAIN_SECONDS = 120; // where no end is known

const secondsUntil = (app: App, until: string | null): number =>
  until ? Math.max(1, Math.ceil((Date.parse(until) - databaseNow(app)) / 1000)) : ASK_AGAIN_SECONDS;

/** Somebody may preview the site all the same, which `requireSiteOpen` tells. */
export const isSiteClosed = (app: App): boolean => siteStatus(app).maintenanceMode;
