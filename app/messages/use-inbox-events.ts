import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';
import { paths } from '../paths.ts';
import { parseCounts, type MessageCounts } from './inbox.ts';

const RECONNECT_MS = [1000, 2000, 5000, 10_000];
const TIMEOUT_MS = 10_000; // how long a connection may take to open

/**
 * Follows the message counts live, and loads the page again when the session has ended: its guard says where to go.
 * Only while the page is being looked at: a browser has few connections to one site, and tabs in the background would
 * use them up.
 * @returns null until the first event
 */
export function useInboxEvents(): MessageCounts | null {
  const [counts, setCounts] = useState<MessageCounts | null>(null);
  const { revalidate } = useRevalidator();
  const onSignedOut = useRef(revalidate);
  useEffect(() => void (onSignedOut.current = revalidate), [revalidate]);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    const close = () => {
      source?.close();
      source = undefined;
      clearTimeout(timer);
    };
    const retry = () => {
      close();
      timer = setTimeout(open, RECONNECT_MS[Math.min(tries++, RECONNECT_MS.length - 1)]);
    };
    const open = () => {
      close();
      source = new EventSource(paths.admin.events);
      timer = setTimeout(retry, TIMEOUT_MS);
      source.addEventListener('messages', (event: MessageEvent<string>) => {
        clearTimeout(timer);
        tries = 0;
        setCounts((now) => parseCounts(event.data) ?? now);
      });
      source.addEventListener('signed-out', () => {
        close();
        onSignedOut.current();
      });
      source.addEventListener('error', retry);
    };
    const look = () => (document.hidden ? close() : source || open());
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('pagehide', close);
    addEventListener('pageshow', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('pagehide', close);
      removeEventListener('pageshow', look);
      close();
    };
  }, []);
  return counts;
}
