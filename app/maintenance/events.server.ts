import type { RequestHandler } from 'express';
import { onSnapshotVersion } from '#db/cached-snapshot.ts';
import { remember } from '#db/remember.ts';
import { clientAddress } from '../http/context.server.ts';
import { eventHub, eventOf } from '../http/events/event-hub.server.ts';
import { siteStatus } from './site-status.server.ts';

// An office stands behind one address: 200 are for it, with room.
const hub = remember('site events', () => eventHub<{ key: string }>({ inAll: 20_000, perKey: 200 }));
const statusEvent = () => eventOf('site-status', siteStatus());

/** Answers `GET /events`: the site status at once and after each change. */
export const siteEvents: RequestHandler = (request, response) =>
  hub.open(request, response, { key: clientAddress(response.locals.context) }, statusEvent());

/** Starts telling open streams of changes. */
export const startSiteEvents = (): void => onSnapshotVersion(() => hub.tell(statusEvent()));

/** Lets the open pages come back to another process, one after the other. */
export const sendSiteEventsAway = (withinMs: number): void => hub.sendAway(withinMs);

/** Ends the streams, at shutdown. */
export const endSiteEvents = (): void => hub.endAll();

/** How many streams of the site status are open in this process. */
export const openSiteStreams = (): number => hub.streams.size;
