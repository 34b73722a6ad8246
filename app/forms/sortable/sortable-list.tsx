import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useScripted } from '../../ui/use-scripted.ts';
import type { Move } from './order.ts';
import { useKeyboardLift } from './use-keyboard-drag.ts';
import { useOrder } from './use-order.ts';
import { usePointerDrag } from './use-pointer-drag.ts';

const HOW_TO_ID = 'how-to-move';
const dragLooks = { gap: 'opacity-30', dragged: 'shadow-xl' };

/** What an item of an ordered list needs to be moved. */
export interface Ordering {
  item: { id: number; title: string };
  /** Where moves are sent. */
  action: string;
  /** Counted from 0. */
  place: number;
  /** A step up or down; null at the end of the list. */
  steps: { up: Move | null; down: Move | null };
  /** Takes a move at once; without it the buttons send forms. */
  onMove?: ((move: Move) => void) | undefined;
  /** The drag handle, which only scripts can serve. */
  handle?: Handle | undefined;
}

interface Handle {
  isLifted: boolean;
  describedBy: string;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onBlur: () => void;
}

interface OrderedListProps<T> {
  items: readonly T[];
  label: string;
  className: string;
  /** Where moves are sent. */
  action: string;
  children: (item: T, ordering: Ordering) => ReactNode;
}

/** Items that can be put into another order: by dragging, by keyboard and by buttons. */
export function OrderedList<T extends { id: number; title: string }>({
  items,
  label,
  className,
  action,
  children,
}: OrderedListProps<T>) {
  const isScripted = useScripted();
  const [said, setSaid] = useState('');
  const order = useOrder(items, action);
  const lift = useKeyboardLift(order.shown, order.move, setSaid);
  const { shown } = lift;
  const list = usePointerDrag(shown, moveAndSay, dragLooks);

  function moveAndSay(move: Move) {
    order.move(move);
    const item = order.shown.find(({ id }) => id === move.id);
    const others = order.shown.filter(({ id }) => id !== move.id);
    const place = move.before === null ? others.length : others.findIndex(({ id }) => id === move.before);
    setSaid(`${item?.title ?? ''} is now at position ${place + 1} of ${order.shown.length}.`);
  }

  return (
    <>
      <ul ref={list} className={className} aria-label={label}>
        {shown.map((item, place) => {
          const { id } = item;
          const [above, below] = [shown[place - 1], shown[place + 1]];
          const handle = {
            isLifted: lift.liftedId === id,
            describedBy: HOW_TO_ID,
            onKeyDown: (event: KeyboardEvent<HTMLElement>) => lift.onKeyDown(event, item),
            onBlur: () => lift.putBack(item),
          };
          return children(item, {
            item,
            action,
            place,
            steps: {
              up: above ? { id, before: above.id } : null,
              down: below ? { id, before: shown[place + 2]?.id ?? null } : null,
            },
            onMove: isScripted ? moveAndSay : undefined,
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
            {said}
          </p>
        </>
      ) : null}
    </>
  );
}
