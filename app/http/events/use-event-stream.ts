import { useEffect, useRef } from 'react';
import { followEvents, type EventHandlers } from './event-stream.ts';

export function useEventStream(address: string, handlers: EventHandlers) {
  const latest = useRef(handlers);
  useEffect(() => void (latest.current = handlers));
  useEffect(() => {
    const leaving = new AbortController();
    const newest = Object.keys(latest.current).map(
      (name) => [name, (data: string, end: () => void) => latest.current[name]?.(data, end)] as const,
    );
    followEvents(address, Object.fromEntries(newest), leaving.signal);
    return () => leaving.abort();
  }, [address]);
}
