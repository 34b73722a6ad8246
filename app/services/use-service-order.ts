import { useQueuedChanges } from '../forms/use-queued-changes.ts';
import { paths } from '../paths.ts';
import { moved, type Move } from './service-order.ts';

/**
 * The services in the order that staff have just given them, stored in the background. After a move that could not be
 * stored the page has read its list again, and that one is shown.
 */
export function useServiceOrder<T extends { id: number }>(services: readonly T[]) {
  const { waiting, change } = useQueuedChanges<Move>(paths.admin.services, ({ id, before }) => [
    ['id', String(id)],
    ['before', String(before ?? '')],
  ]);
  return { shown: waiting.reduce<T[]>((list, move) => moved(list, move) ?? list, [...services]), move: change };
}
