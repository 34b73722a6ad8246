import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useScripted } from '../../ui/use-scripted.ts';
import { type Move, applyMove } from './order.ts';
import { useKeyboardDrag } from './use-keyboard-drag.ts';
import { usePointerDrag } from './use-pointer-drag.ts';
import { useQueuedChanges } from '../use-queued-changes.ts';

export const HOW_TO_ID = 'how-to-move';

export interface SortableItem {
  item: { id: number; title: string };
  action: string;
  place: number;
  /** Null at the end of the list. */
  steps: { up: Move | null; down: Move | null };
  /** Without it the buttons send forms. */
  onMove?: ((move: Move) => void) | undefined;
  /** Only with JavaScript. */
  handle?:
    | { isDragged: boolean; onKeyDown: (event: KeyboardEvent<HTMLElement>) => void; onBlur: () => void }
    | undefined;
}

interface SortableListProps<T> {
  items: readonly T[];
  label: string;
  action: string;
  children: (item: T, ordering: SortableItem) => ReactNode;
}

export function SortableList<T extends { id: number; title: string }>(props: SortableListProps<T>) {
  const { items, label, action, children } = props;
  const isScripted = useScripted();
  const [announcement, announce] = useState('');
  // Moves are stored in the background. After a failure the page loads its list again.
  const { waiting, change } = useQueuedChanges<Move>(action, ({ id, before }) => [
    ['id', String(id)],
    ['before', String(before ?? '')],
  ]);
  const order = waiting.reduce<T[]>((list, move) => applyMove(list, move) ?? list, [...items]);
  const drag = useKeyboardDrag(order, change, announce);
  const { shown } = drag;
  const list = usePointerDrag(shown, moveAndAnnounce);

  function moveAndAnnounce(move: Move) {
    change(move);
    const place = applyMove(order, move)?.findIndex(({ id }) => id === move.id) ?? 0;
    const { title } = order.find(({ id }) => id === move.id) ?? { title: '' };
    announce(`${title} is now at position ${place + 1} of ${order.length}.`);
  }

  return (
    <>
      <ul ref={list} className="card divide-border mt-6 divide-y" aria-label={label}>
        {shown.map((item, place) => {
          const { id } = item;
          const [above, below] = [shown[place - 1], shown[place + 1]];
          const handle = {
            isDragged: drag.draggedId === id,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => drag.onKeyDown(event, item),
            onBlur: () => drag.putBack(item),
          };
          return children(item, {
            item,
            action,
            place,
            steps: {
              up: above ? { id, before: above.id } : null,
              down: below ? { id, before: shown[place + 2]?.id ?? null } : null,
            },
            onMove: isScripted ? moveAndAnnounce : undefined,
            handle: isScripted && items.length > 1 ? handle : undefined,
          });
        })}
      </ul>
      {isScripted ? (
        <>
          <p id={HOW_TO_ID} hidden>
            Press Space or Enter to pick up, arrow keys to move, Escape to cancel.
          </p>
          <p aria-live="assertive" className="sr-only">
            {announcement}
          </p>
        </>
      ) : null}
    </>
  );
}
