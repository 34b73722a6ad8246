import http from 'node:http';
import type { SiteStatus } from '#app/maintenance/site-status.server.ts';

export interface FollowedEvents {
  /** Each status with the time at which it came, in milliseconds since the epoch. */
  events(): (SiteStatus & { at: number })[];
  close(): void;
}

/** Opens the event stream as a page does and waits for its first event. Opens a broken stream again. */
export function followEvents(url: string): Promise<FollowedEvents> {
  const events: (SiteStatus & { at: number })[] = [];
  let isClosed = false;
  let request: http.ClientRequest;
  return new Promise((resolve) => {
    const followed = {
      events: () => events,
      close() {
        isClosed = true;
        request.destroy();
      },
    };
    const open = () => {
      request = http.get(`${url}/events`, { agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
          for (let end; (end = text.indexOf('\n\n')) >= 0; text = text.slice(end + 2)) {
            const json = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
            if (json) events.push({ ...(JSON.parse(json) as SiteStatus), at: Date.now() });
          }
          if (events.length) resolve(followed);
        });
        response.on('close', again).on('error', () => {});
      });
      request.on('error', again);
    };
    const again = () => {
      if (!isClosed) setTimeout(open, 50);
    };
    open();
  });
}
