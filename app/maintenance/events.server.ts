import { perApp, type App } from '#db/app.ts';
import { onSnapshotVersion } from '#db/cached-snapshot.ts';
import { clientAddress } from '../http/context.server.ts';
import { eventHub, eventOf, type Events } from '../http/events/event-hub.server.ts';
import { siteStatus } from './site-status.server.ts';

// An office stands behind one address: 200 are for it, with room.
const findHub = perApp('site events', () => eventHub<{ key: string }>({ inAll: 20_000, perKey: 200 }));
const statusEvent = (app: App) => eventOf('site-status', siteStatus(app));

/** `GET /events`: the site status at once and after each change. */
export const siteEvents: Events = {
  answer(request, response) {
    const { context } = response.locals;
    findHub(context.app).open(request, response, { key: clientAddress(context) }, statusEvent(context.app));
  },
  start: (app) => onSnapshotVersion(app, () => findHub(app).tell(statusEvent(app))),
  sendAway: (app, withinMs) => findHub(app).sendAway(withinMs),
  end: (app) => findHub(app).endAll(),
};

/** How many streams of the site status are open. */
export const openSiteStreams = (app: App): number => findHub(app).streams.size;
