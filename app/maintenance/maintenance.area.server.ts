import type { RequestHandler } from 'express';
import type { Area } from '../http/area.ts';
import { followWindow } from './follow-window.server.ts';
import { sweepLinks } from './preview-links/preview-access.server.ts';
import { isSiteClosed } from './require-site-open.server.ts';
import { perApp, type App } from '#db/app.ts';
import { onSnapshotVersion } from '#db/cached-snapshot.ts';
import { clientAddress } from '../http/context.server.ts';
import { eventHub, formatEvent } from '../http/events/event-hub.server.ts';
import { siteStatus } from './site-status.server.ts';

// 200 for an office behind one address.
export const findSiteEvents = perApp('site events', () => eventHub({ inAll: 20_000, perKey: 200 }));
const statusEvent = (app: App) => formatEvent('site-status', siteStatus(app));

export const answerSiteEvents: RequestHandler = (request, response) => {
  const { context } = response.locals;
  findSiteEvents(context.app).open(request, response, clientAddress(context), statusEvent(context.app));
};

export const tellSiteStatus = (app: App) => onSnapshotVersion(app, () => findSiteEvents(app).tell(statusEvent(app)));

export const maintenance: Area = {
  sweeps: [sweepLinks],
  metrics: {
    maintenance_on: (app) => (isSiteClosed(app) ? 1 : 0),
    event_streams_open: (app) => findSiteEvents(app).streams.size,
  },
  periodic: [{ everyMs: 500, run: followWindow, failure: 'the maintenance window was not followed' }],
};
