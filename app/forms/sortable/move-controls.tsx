import type { FormEvent } from 'react';
import { Form } from '@remix-run/react';
import { ChevronDownIcon, ChevronUpIcon } from '@heroicons/react/24/outline';
import type { SortableItem } from './sortable-list.tsx';

/** Only with JavaScript, and with at least two items. */
export function DragHandle({ ordering: { item, handle } }: { ordering: SortableItem }) {
  if (!handle) return null;
  return (
    <button
      type="button"
      data-drag-handle
      className="text-muted hover:bg-surface2 hover:text-text grid h-9 w-11 cursor-grab touch-none place-items-center rounded-sm"
      aria-label={`Drag to reorder: ${item.title}`}
      aria-describedby={handle.describedBy}
      aria-pressed={handle.isDragged}
      onKeyDown={handle.onKeyDown}
      onBlur={handle.onBlur}
    >
      <GripIcon />
    </button>
  );
}

export const draggedLook = ({ handle }: SortableItem) =>
  handle?.isDragged ? 'outline-focus relative z-10 shadow-xl outline-2' : '';

interface MoveButtonProps {
  ordering: SortableItem;
  direction: 'up' | 'down';
}

/** Moves an item by one. At the end of the list it does nothing, but keeps the focus. */
export function MoveButton({ ordering: { item, action, steps, onMove }, direction }: MoveButtonProps) {
  const move = steps[direction];
  const Chevron = direction === 'up' ? ChevronUpIcon : ChevronDownIcon;
  function send(event: FormEvent) {
    if (move && !onMove) return;
    event.preventDefault();
    if (move) onMove?.(move);
  }
  return (
    <Form method="post" action={action} onSubmit={send}>
      <input type="hidden" name="id" value={move?.id ?? ''} />
      <input type="hidden" name="before" value={move?.before ?? ''} />
      <button
        type={move || onMove ? 'submit' : 'button'}
        aria-disabled={move ? undefined : true}
        data-repeatable
        title={`Move ${direction}`}
        className="btn btn-quiet btn-small border-border w-9 px-0"
      >
        <Chevron aria-hidden className="size-4" />
        <span className="sr-only">
          Move {direction} {item.title}
        </span>
      </button>
    </Form>
  );
}

const GripIcon = () => (
  <svg viewBox="0 0 12 20" width="12" height="20" fill="currentColor" aria-hidden>
    {[4, 10, 16].map((y) => [3, 9].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />))}
  </svg>
);
