import { useEffect, useRef, useState } from 'react';
import { useFetcher, useRevalidator } from '@remix-run/react';
import { useNotify } from '../http/notices.tsx';
import type { Notice } from '../http/notice.ts';
import { paths } from '../paths.ts';
import { moved, type Move } from './service-order.ts';

/** What the list's action answers to a page that stays as it is. */
export interface OrderAnswer {
  isStored: boolean;
  /** The server could not be asked, and so not for the list either. */
  isUnanswered?: boolean;
  notice: Notice;
}

/**
 * The services in the order that staff have just given them, stored one move after the other in the background. If one
 * cannot be stored, the list as it really is comes back.
 */
export function useServiceOrder<T extends { id: number }>(services: readonly T[]) {
  const [waiting, setWaiting] = useState<Move[]>([]);
  const isSending = useRef(false);
  const fetcher = useFetcher<OrderAnswer>();
  const { revalidate, state: reloading } = useRevalidator();
  const notify = useNotify();

  useEffect(() => {
    if (fetcher.state !== 'idle') return;
    if (!isSending.current) {
      const [next] = waiting;
      if (!next) return;
      isSending.current = true;
      const form = { id: String(next.id), before: next.before === null ? '' : String(next.before), stay: 'yes' };
      fetcher.submit(form, { method: 'post', action: paths.admin.services });
      return;
    }
    isSending.current = false;
    const isStored = fetcher.data?.isStored ?? false;
    setWaiting(isStored ? waiting.slice(1) : []);
    if (fetcher.data && (waiting.length === 1 || !isStored)) notify(fetcher.data.notice); // one toast for quick moves
    if (!isStored && !fetcher.data?.isUnanswered) revalidate();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- acts when a request has ended or a move is waiting
  }, [fetcher.state, waiting]);

  return {
    shown: waiting.reduce<T[]>((list, move) => moved(list, move) ?? list, [...services]),
    move: (move: Move) => setWaiting((now) => [...now, move]),
    isReloading: reloading === 'loading',
  };
}
