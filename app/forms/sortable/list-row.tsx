import type { FormEvent, ReactNode } from 'react';
import { Form } from '@remix-run/react';
import { ChevronDownIcon, ChevronUpIcon, PencilSquareIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { MenuLink, MoreMenu } from '../../ui/more-menu.tsx';
import { RouteButton } from '../../ui/button.tsx';
import { HOW_TO_ID, type SortableItem } from './sortable-list.tsx';

interface ListRowProps {
  /** The plural in the list's address. */
  noun: string;
  ordering: SortableItem;
  icon: ReactNode;
  heading: ReactNode;
  facts: ReactNode;
  edit: string;
  remove: string;
  /** Entries of the menu besides History and Delete. */
  more?: ReactNode;
  children: ReactNode;
}

export function ListRow({ noun, ordering, icon, heading, facts, edit, remove, more, children }: ListRowProps) {
  const { id, title } = ordering.item;
  const headingId = `row-${id}`;
  const draggedLook = ordering.handle?.isDragged ? 'outline-focus relative z-10 shadow-xl outline-2' : '';
  return (
    <li
      aria-labelledby={headingId}
      className={`bg-bg grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[auto_minmax(0,1fr)_auto] ${draggedLook}`}
    >
      <div className="flex flex-col items-center gap-2">
        {icon}
        <DragHandle ordering={ordering} />
      </div>
      <div className="min-w-0">
        <h2 id={headingId} className="text-lg wrap-anywhere">
          {heading}
        </h2>
        {children}
        <p className="text-muted mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-sm">{facts}</p>
      </div>
      <div className="col-span-full flex items-start gap-2 lg:col-span-1">
        <RouteButton to={edit} className="btn-small" preventScrollReset>
          <PencilSquareIcon aria-hidden className="size-4" />
          Edit<span className="sr-only"> {title}</span>
        </RouteButton>
        <MoveButton ordering={ordering} direction="up" />
        <MoveButton ordering={ordering} direction="down" />
        <MoreMenu label={`More: ${title}`}>
          {more}
          <MenuLink to={paths.admin.history(noun, id)} text="History" name={`History of ${title}`} />
          <MenuLink to={remove} text="Delete" name={`Delete ${title}`} />
        </MoreMenu>
      </div>
    </li>
  );
}

/** Rendered only with JavaScript, and for at least two items. */
function DragHandle({ ordering: { item, handle } }: { ordering: SortableItem }) {
  if (!handle) return null;
  return (
    <button
      type="button"
      data-drag-handle
      className="text-muted hover:bg-surface2 hover:text-text grid h-9 w-11 cursor-grab touch-none place-items-center rounded-sm"
      aria-label={`Drag to reorder: ${item.title}`}
      aria-describedby={HOW_TO_ID}
      aria-pressed={handle.isDragged}
      onKeyDown={handle.onKeyDown}
      onBlur={handle.onBlur}
    >
      <svg viewBox="0 0 12 20" width="12" height="20" fill="currentColor" aria-hidden>
        {[4, 10, 16].map((y) => [3, 9].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.5" />))}
      </svg>
    </button>
  );
}

interface MoveButtonProps {
  ordering: SortableItem;
  direction: 'up' | 'down';
}

/** At an end of the list the button does nothing, but it can still have the focus. */
function MoveButton({ ordering: { item, action, steps, onMove }, direction }: MoveButtonProps) {
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
