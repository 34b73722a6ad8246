import type { FormEvent, KeyboardEvent } from 'react';
import { Form } from '@remix-run/react';
import { ChevronDownIcon, ChevronUpIcon, PencilSquareIcon, TrashIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { RouteButton } from '../ui/route-button.tsx';
import type { ManagedService } from './service.schema.ts';
import { ServiceIcon } from './service-icon.tsx';
import type { Move } from './service-order.ts';

interface ServiceCardProps {
  service: ManagedService;
  /** Counted from 0. */
  place: number;
  /** The ids that a step up or down goes in front of; `before` is absent at the top. */
  neighbours: { before: number | undefined; afterNext: number | null };
  isLast: boolean;
  /** Takes a move at once; without it the buttons send forms. */
  onMove?: (move: Move) => void;
  /** The drag handle, which only scripts can serve. */
  handle?: {
    isLifted: boolean;
    describedBy: string;
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
    onBlur: () => void;
  };
}

/** One service with everything staff can do to it. */
export function ServiceCard({ service, place, neighbours, isLast, onMove, handle }: ServiceCardProps) {
  const { id, title, content, icon, created } = service;
  const headingId = `service-${id}`;
  return (
    <li
      aria-labelledby={headingId}
      className={`card grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[auto_minmax(0,1fr)_auto] ${handle?.isLifted ? 'outline-focus relative z-10 shadow-xl outline-2' : ''}`}
    >
      <div className="flex flex-col items-center gap-2">
        <span className="bg-surface2 text-link grid size-11 place-items-center rounded-sm">
          <ServiceIcon name={icon} className="size-6" />
        </span>
        {handle ? (
          <button
            type="button"
            data-drag-handle
            className="text-muted hover:bg-surface2 hover:text-text grid h-9 w-11 cursor-grab touch-none place-items-center rounded-sm"
            aria-label={`Drag to reorder: ${title}`}
            aria-describedby={handle.describedBy}
            aria-pressed={handle.isLifted}
            onKeyDown={handle.onKeyDown}
            onBlur={handle.onBlur}
          >
            <GripIcon />
          </button>
        ) : null}
      </div>
      <div className="min-w-0">
        <h2 id={headingId} className="text-lg">
          {title}
        </h2>
        <p className="mt-1.5 line-clamp-3 max-w-prose whitespace-pre-line">{content}</p>
        <p className="text-muted mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span>Position {place + 1}</span>
          {icon ? <span>Icon: {icon}</span> : null}
          <span>Created {created}</span>
        </p>
      </div>
      <div className="col-span-full flex flex-wrap items-start gap-2 lg:col-span-1 lg:flex-nowrap">
        <MoveButton
          move={neighbours.before === undefined ? null : { id, before: neighbours.before }}
          direction="up"
          title={title}
          onMove={onMove}
        />
        <MoveButton
          move={isLast ? null : { id, before: neighbours.afterNext }}
          direction="down"
          title={title}
          onMove={onMove}
        />
        <RouteButton to={paths.admin.editService(id)} className="btn-small ml-auto lg:ml-2" preventScrollReset>
          <PencilSquareIcon aria-hidden className="size-4" />
          Edit<span className="sr-only"> {title}</span>
        </RouteButton>
        <RouteButton to={paths.admin.deleteService(id)} look="danger" className="btn-small" preventScrollReset>
          <TrashIcon aria-hidden className="size-4" />
          Delete<span className="sr-only"> {title}</span>
        </RouteButton>
      </div>
    </li>
  );
}

interface MoveButtonProps {
  /** null at the end of the list: the button stays, so that the focus does too. */
  move: Move | null;
  direction: 'up' | 'down';
  title: string;
  onMove?: (move: Move) => void;
}

function MoveButton({ move, direction, title, onMove }: MoveButtonProps) {
  const Chevron = direction === 'up' ? ChevronUpIcon : ChevronDownIcon;
  function send(event: FormEvent) {
    if (move && !onMove) return;
    event.preventDefault();
    if (move) onMove?.(move);
  }
  return (
    <Form method="post" action={paths.admin.services} onSubmit={send}>
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
          Move {direction} {title}
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
