import { useState, type KeyboardEvent } from 'react';
import { applyMove, makeMove, type Move } from './order.ts';

/** The distance of one step (specification, section 9). */
const STEP_PX = 25;
const STEP_MS = 150;

const steps: Record<string, number | undefined> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** Space or Enter picks an item up and drops it, arrows move it, Escape or blur puts it back. */
export function useKeyboardDrag<T extends { id: number; title: string }>(
  items: readonly T[],
  onDrop: (move: Move) => void,
  announce: (text: string) => void,
) {
  const [drag, setDrag] = useState<{ id: number; place: number } | null>(null);
  const findPlace = (id: number) => items.findIndex((item) => item.id === id);
  const position = (place: number) => `position ${place + 1} of ${items.length}`;

  function putBack(item: T) {
    if (drag?.id !== item.id) return;
    setDrag(null);
    announce(`${item.title} is back at ${position(findPlace(item.id))}.`);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>, item: T) {
    const isDragged = drag?.id === item.id;
    const step = steps[event.key];
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (event.repeat) return;
      if (!isDragged) {
        setDrag({ id: item.id, place: findPlace(item.id) });
        const how = 'Use the arrow keys to move it, Space or Enter to drop it, Escape to cancel.';
        announce(`${item.title} picked up at ${position(findPlace(item.id))}. ${how}`);
      } else {
        setDrag(null);
        announce(`${item.title} dropped at ${position(drag.place)}.`);
        if (drag.place !== findPlace(item.id)) onDrop(makeMove(items, item.id, drag.place));
      }
    } else if (isDragged && event.key === 'Escape') {
      event.preventDefault();
      putBack(item);
    } else if (isDragged && step) {
      event.preventDefault();
      const place = Math.min(Math.max(drag.place + step, 0), items.length - 1);
      const isAtEnd = place === drag.place;
      setDrag({ id: item.id, place });
      announce(`${item.title} is ${isAtEnd ? 'still ' : ''}at ${position(place)}.`);
      if (!isAtEnd) slide(event.currentTarget.closest('li'), step);
    }
  }

  return {
    shown: (drag && applyMove(items, makeMove(items, drag.id, drag.place))) ?? [...items],
    draggedId: drag?.id ?? null,
    onKeyDown,
    putBack,
  };
}

function slide(card: Element | null, step: number): void {
  requestAnimationFrame(() => {
    card?.scrollIntoView({ block: 'nearest' });
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    card?.animate([{ transform: `translateY(${-step * STEP_PX}px)` }, { transform: 'none' }], STEP_MS);
  });
}
