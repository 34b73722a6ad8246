import type { Area } from '../http/area.ts';
import { paths } from '../paths.ts';
import { openSiteStreams, siteEvents } from './events.server.ts';
import { sweepLinks } from './preview-links/preview-links.server.ts';
import { isSiteClosed } from './require-site-open.server.ts';

export const maintenance: Area = {
  events: { [paths.events]: siteEvents },
  sweeps: [sweepLinks],
  metrics: [
    {
      name: 'maintenance_on',
      help: 'Whether visitors see the maintenance screen: 1 or 0.',
      read: (app) => (isSiteClosed(app) ? 1 : 0),
    },
    { name: 'event_streams_open', help: 'Open streams of the site status.', read: openSiteStreams },
  ],
};
