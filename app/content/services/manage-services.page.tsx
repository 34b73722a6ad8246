import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PlusIcon, WrenchScrewdriverIcon } from '@heroicons/react/24/outline';
import { requireRole } from '#app/accounts/guards.server.ts';
import { withFailureReply } from '../../forms/action.server.ts';
import { adminMeta, withFailureNotice } from '../../forms/answer.ts';
import { ListRow } from '../../forms/sortable/list-row.tsx';
import { orderFailed } from '../versions/history.ts';
import { ManagedList } from '../versions/managed-list.tsx';
import { answerMove } from '../versions/move.server.ts';
import { readManaged } from '../versions/trash.server.ts';
import { paths } from '../../paths.ts';
import { ServiceIcon } from './service-icon.tsx';
import { versionedServices, listServices } from './services.server.ts';
import { TextLink } from '../../ui/text-link.tsx';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireRole(context, request, 'editor');
  return readManaged(context, request, versionedServices, listServices);
}

export const action = withFailureReply(orderFailed, async ({ request, context }) => {
  const { by } = await requireRole(context, request, 'editor');
  return answerMove(context, request, by);
});

export const clientAction = withFailureNotice(orderFailed);
export const meta = adminMeta('Manage Services');

export default function ServicesPage() {
  return (
    <ManagedList
      name="Services"
      Icon={WrenchScrewdriverIcon}
      {...useLoaderData<typeof loader>()}
      list={paths.admin.services}
      add={{ to: paths.admin.newService, text: 'Add Service', AddIcon: PlusIcon }}
      intro={
        <>
          What visitors see on the <TextLink href={paths.services}>Services page</TextLink>, in this order.
        </>
      }
      empty={{
        title: 'No services created yet',
        text: 'Add the first one: a title, a few sentences about it and an icon. Until then, the Services page lists none.',
        add: 'Add the first service',
      }}
    >
      {({ id, title, content, icon, created }, ordering) => (
        <ListRow
          key={id}
          noun="services"
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
          remove={paths.admin.deleteService(id)}
        >
          <p className="mt-1 line-clamp-2 max-w-prose whitespace-pre-line">{content}</p>
        </ListRow>
      )}
    </ManagedList>
  );
}
