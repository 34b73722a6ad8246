import { useQueuedChanges } from '../use-queued-changes.ts';
import { moved, type Move } from './order.ts';

/**
 * The items in the order that staff have just given them, stored in the background. After a move that could not be
 * stored the page has read its list again, and that one is shown.
 * @param action where moves are sent
 */
export function useOrder<T extends { id: number }>(items: readonly T[], action: string) {
  const { waiting, change } = useQueuedChanges<Move>(action, ({ id, before }) => [
    ['id', String(id)],
    ['before', String(before ?? '')],
  ]);
  return { shown: waiting.reduce<T[]>((list, move) => moved(list, move) ?? list, [...items]), move: change };
}
