import type { ReactNode } from 'react';
import { PencilSquareIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { MenuLink, MoreMenu } from '../../ui/more-menu.tsx';
import { RouteButton } from '../../ui/button.tsx';
import { DragHandle, draggedLook, MoveButton } from './move-controls.tsx';
import type { SortableItem } from './sortable-list.tsx';

interface ListRowProps {
  /** As in the addresses of the list. */
  noun: string;
  ordering: SortableItem;
  icon: ReactNode;
  /** What it is called, where it is shown as a link or with its icon. */
  heading: ReactNode;
  facts: ReactNode;
  edit: string;
  remove: string;
  /** More than History and Delete in its menu. */
  more?: ReactNode;
  children: ReactNode;
}

/** A row of a list that staff manage. */
export function ListRow({ noun, ordering, icon, heading, facts, edit, remove, more, children }: ListRowProps) {
  const { id, title } = ordering.item;
  const headingId = `row-${id}`;
  return (
    <li
      aria-labelledby={headingId}
      className={`bg-bg grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 lg:grid-cols-[auto_minmax(0,1fr)_auto] ${draggedLook(ordering)}`}
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
          <MenuLink to={paths.admin.history(noun, id)} name={`History of ${title}`}>
            History
          </MenuLink>
          <MenuLink to={remove} name={`Delete ${title}`}>
            Delete
          </MenuLink>
        </MoreMenu>
      </div>
    </li>
  );
}
