import { PencilSquareIcon, TrashIcon } from '@heroicons/react/24/outline';
import { DragHandle, draggedLook, MoveButton } from '../../forms/sortable/move-controls.tsx';
import type { SortableItem } from '../../forms/sortable/sortable-list.tsx';
import { paths } from '../../paths.ts';
import { RouteButton } from '../../ui/route-button.tsx';
import type { ManagedService } from './service.schema.ts';
import { ServiceIcon } from './service-icon.tsx';

export function ServiceCard({ service, ordering }: { service: ManagedService; ordering: SortableItem }) {
  const { id, title, content, icon, created } = service;
  const headingId = `service-${id}`;
  return (
    <li
      aria-labelledby={headingId}
      className={`card grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[auto_minmax(0,1fr)_auto] ${draggedLook(ordering)}`}
    >
      <div className="flex flex-col items-center gap-2">
        <span className="bg-surface2 text-link grid size-11 place-items-center rounded-sm">
          <ServiceIcon name={icon} className="size-6" />
        </span>
        <DragHandle ordering={ordering} />
      </div>
      <div className="min-w-0">
        <h2 id={headingId} className="text-lg">
          {title}
        </h2>
        <p className="mt-1.5 line-clamp-3 max-w-prose whitespace-pre-line">{content}</p>
        <p className="text-muted mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <span>Position {ordering.place + 1}</span>
          {icon ? <span>Icon: {icon}</span> : null}
          <span>Created {created}</span>
        </p>
      </div>
      <div className="col-span-full flex flex-wrap items-start gap-2 lg:col-span-1 lg:flex-nowrap">
        <MoveButton ordering={ordering} direction="up" />
        <MoveButton ordering={ordering} direction="down" />
        <RouteButton to={paths.admin.history('services', id)} className="btn-small ml-auto lg:ml-2">
          History<span className="sr-only"> of {title}</span>
        </RouteButton>
        <RouteButton to={paths.admin.editService(id)} className="btn-small" preventScrollReset>
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
