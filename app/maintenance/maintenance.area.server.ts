import type { Area } from '../http/area.ts';
import { paths } from '../paths.ts';
import { followWindow } from './follow-window.server.ts';
import { sweepLinks } from './preview-links/preview-access.server.ts';
import { isSiteClosed } from './require-site-open.server.ts';
import { perApp, type App } from '#db/app.ts';
import { onSnapshotVersion } from '#db/cached-snapshot.ts';
import { clientAddress } from '../http/context.server.ts';
import { eventHub, formatEvent, type Events } from '../http/events/event-hub.server.ts';
import { siteStatus } from './site-status.server.ts';

// 200 for an office behind one address.
const findHub = perApp('site events', () => eventHub({ inAll: 20_000, perKey: 200 }));
const statusEvent = (app: App) => formatEvent('site-status', siteStatus(app));

export const siteEvents: Events = {
  answer(request, response) {
    const { context } = response.locals;
    findHub(context.app).open(request, response, clientAddress(context), statusEvent(context.app));
  },
  start: (app) => onSnapshotVersion(app, () => findHub(app).tell(statusEvent(app))),
  sendAway: (app, withinMs) => findHub(app).sendAway(withinMs),
  end: (app) => findHub(app).endAll(),
};

export const openSiteStreams = (app: App): number => findHub(app).streams.size;

export const maintenance: Area = {
  events: { [paths.events]: siteEvents },
  sweeps: [sweepLinks],
  metrics: { maintenance_on: (app) => (isSiteClosed(app) ? 1 : 0), event_streams_open: openSiteStreams },
  periodic: [{ everyMs: 500, run: followWindow, failure: 'the maintenance window was not followed' }],
};
