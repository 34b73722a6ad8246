import { ListRow } from '../../forms/sortable/list-row.tsx';
import type { SortableItem } from '../../forms/sortable/sortable-list.tsx';
import { paths } from '../../paths.ts';
import { MenuLink } from '../../ui/more-menu.tsx';
import type { ManagedService } from './service.schema.ts';
import { ServiceIcon } from './service-icon.tsx';

export function ServiceCard({ service, ordering }: { service: ManagedService; ordering: SortableItem }) {
  const { id, title, content, icon, created } = service;
  return (
    <ListRow
      id={id}
      ordering={ordering}
      icon={
        <span className="bg-surface2 text-link grid size-11 place-items-center rounded-sm">
          <ServiceIcon name={icon} className="size-6" />
        </span>
      }
      heading={title}
      facts={
        <>
          <span>Position {ordering.place + 1}</span>
          {icon ? <span>Icon: {icon}</span> : null}
          <span>Created {created}</span>
        </>
      }
      edit={paths.admin.editService(id)}
      more={
        <>
          <MenuLink to={paths.admin.history('services', id)} name={`History of ${title}`}>
            History
          </MenuLink>
          <MenuLink to={paths.admin.deleteService(id)} name={`Delete ${title}`}>
            Delete
          </MenuLink>
        </>
      }
    >
      <p className="mt-1 line-clamp-2 max-w-prose whitespace-pre-line">{content}</p>
    </ListRow>
  );
}
