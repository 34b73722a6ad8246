import { onSnapshotVersion } from '#db/cached-snapshot.ts';
import { remember } from '#db/remember.ts';
import { clientAddress } from '../http/context.server.ts';
import { eventHub, eventOf, type Events } from '../http/events/event-hub.server.ts';
import { siteStatus } from './site-status.server.ts';

// An office stands behind one address: 200 are for it, with room.
const hub = remember('site events', () => eventHub<{ key: string }>({ inAll: 20_000, perKey: 200 }));
const statusEvent = () => eventOf('site-status', siteStatus());

/** `GET /events`: the site status at once and after each change. */
export const siteEvents: Events = {
  answer: (request, response) =>
    hub.open(request, response, { key: clientAddress(response.locals.context) }, statusEvent()),
  start: () => onSnapshotVersion(() => hub.tell(statusEvent())),
  sendAway: hub.sendAway,
  end: hub.endAll,
};

/** How many streams of the site status are open in this process. */
export const openSiteStreams = (): number => hub.streams.size;
