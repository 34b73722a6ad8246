import { useEffect, useRef } from 'react';
import { makeMove, type Move } from './order.ts';

/** Drags items by their `data-drag-handle`. */
export function usePointerDrag(items: readonly { id: number }[], onDrop: (move: Move) => void) {
  const list = useRef<HTMLUListElement>(null);
  const latest = useRef({ items, onDrop });
  latest.current = { items, onDrop };
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    const makeSortable = ({ default: Sortable }: { default: typeof import('sortablejs') }) => {
      if (isGone || !list.current) return;
      const sortable = Sortable.create(list.current, {
        handle: '[data-drag-handle]',
        animation: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
        forceFallback: true, // the browser's own dragging lacks touch and looks different everywhere
        fallbackTolerance: 4, // px, so that a shaky press is no drag
        ghostClass: 'opacity-30',
        fallbackClass: 'shadow-xl',
        onEnd({ item, oldIndex, newIndex }) {
          if (oldIndex === undefined || newIndex === undefined || oldIndex === newIndex) return;
          // React owns the list: this puts the item back, and React then moves it.
          item.remove();
          list.current?.insertBefore(item, list.current.children[oldIndex] ?? null);
          const { items, onDrop } = latest.current;
          const dragged = items[oldIndex];
          if (dragged) onDrop(makeMove(items, dragged.id, newIndex));
        },
      });
      stop = () => sortable.destroy();
    };
    import('sortablejs').then(makeSortable, () => {}); // the buttons stay
    return () => {
      isGone = true;
      stop?.();
    };
  }, []);
  return list;
}
