import type { Events } from './http/events/event-hub.server.ts';
import { siteEvents } from './maintenance/events.server.ts';
import { inboxEvents } from './enquiries/inbox/inbox-events.server.ts';

const MOVE_MS = 800;
const all: Events[] = [siteEvents, inboxEvents];

/** Starts telling the open pages of changes. */
export const startEvents = (): void => all.forEach((events) => events.start());

/** Makes the open pages reconnect to another process, not all at once: this one is stopping, or hears of no changes. */
export const sendEventsAway = (): void => all.forEach((events) => events.sendAway(MOVE_MS));

/** Ends what the open pages listen to, at shutdown. */
export const endEvents = (): void => all.forEach((events) => events.end());
