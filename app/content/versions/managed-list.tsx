import type { ReactNode } from 'react';
import { Form, Outlet, useActionData, useNavigation } from '@remix-run/react';
import { TrashIcon } from '@heroicons/react/24/outline';
import { Reloading } from '../../ui/reloading.tsx';
import type { FormAnswer } from '../../forms/answer.ts';
import { FlashBanner } from '../../forms/toasts/flash-banner.tsx';
import type { Toast } from '../../forms/toasts/toast.ts';
import { SortableList, type SortableItem } from '../../forms/sortable/sortable-list.tsx';
import { Button, RouteButton } from '../../ui/button.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { paths } from '../../paths.ts';
import { TRASH_DAYS } from './history.ts';
import type { TrashedItem } from './trash.server.ts';

interface ManagedListProps<Item> {
  name: string;
  Icon: typeof TrashIcon;
  items?: Item[];
  trash?: TrashedItem[];
  notice?: Toast;
  list: string;
  add: { to: string; text: string; AddIcon: typeof TrashIcon };
  intro: ReactNode;
  empty: { title: string; text: string; add: string };
  children: (item: Item, ordering: SortableItem) => ReactNode;
}

export function ManagedList<Item extends { id: number; title: string }>({
  name,
  Icon,
  items,
  trash,
  notice,
  list,
  add: { to, text, AddIcon },
  intro,
  empty,
  children,
}: ManagedListProps<Item>) {
  const noun = name.toLowerCase();
  const tabs = [
    { to: list, name, isCurrent: !trash },
    { to: paths.admin.inTrash(list), name: 'Trash', isCurrent: trash !== undefined },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Manage {name}</h1>
        <RouteButton to={to} look="primary" preventScrollReset>
          <AddIcon aria-hidden className="size-5" />
          {text}
        </RouteButton>
      </div>
      <p className="text-muted mt-2">{intro}</p>
      <TabLinks label="Views" tabs={tabs} className="mt-4" />
      <FlashBanner notice={useActionData<FormAnswer>()?.notice ?? notice} className="mt-6" />
      <Reloading path={list} text={`Loading ${noun}...`} />
      {items === undefined ? null : trash ? (
        <TrashList items={trash} noun={noun} />
      ) : items.length ? (
        <SortableList items={items} label={`${name} in display order`} action={list}>
          {children}
        </SortableList>
      ) : (
        <div className="card mt-6 grid justify-items-center gap-3 px-6 py-14 text-center">
          <Icon aria-hidden className="text-muted size-12" />
          <h2 className="text-xl">{empty.title}</h2>
          <p className="text-muted max-w-md">{empty.text}</p>
          <RouteButton to={to} preventScrollReset>
            {empty.add}
          </RouteButton>
        </div>
      )}
      <Outlet />
    </>
  );
}

function TrashList({ items, noun }: { items: TrashedItem[]; noun: string }) {
  const isBusy = useNavigation().state !== 'idle';
  if (!items.length)
    return (
      <div className="card mt-6 grid justify-items-center gap-3 px-6 py-14 text-center">
        <TrashIcon aria-hidden className="text-muted size-12" />
        <h2 className="text-xl">The trash is empty</h2>
        <p className="text-muted">What is deleted stays here for {TRASH_DAYS} days.</p>
      </div>
    );
  return (
    <>
      <p className="text-muted mt-4">What is deleted stays here for {TRASH_DAYS} days.</p>
      <ul className="card divide-border mt-4 divide-y" aria-label={`Deleted ${noun}`}>
        {items.map(({ id, revision, title, who, deleted }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:p-5">
            <div className="min-w-0 flex-1 basis-56">
              <h2 className="text-lg wrap-anywhere">{title}</h2>
              <p className="text-muted mt-1 text-sm wrap-anywhere">{`Deleted by ${who}, ${deleted}`}</p>
            </div>
            <div className="flex gap-2">
              <RouteButton to={paths.admin.history(noun, id)} className="btn-small">
                History<span className="sr-only"> of {title}</span>
              </RouteButton>
              <Form method="post" action={paths.admin.history(noun, id)}>
                <Button type="submit" name="revision" value={revision} className="btn-small" isBusy={isBusy}>
                  Restore<span className="sr-only"> {title}</span>
                </Button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
