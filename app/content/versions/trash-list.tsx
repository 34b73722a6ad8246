import { Form, useNavigation } from '@remix-run/react';
import { TrashIcon } from '@heroicons/react/24/outline';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { RouteButton } from '../../ui/route-button.tsx';
import { TRASH_DAYS, type TrashedItem } from './history.ts';

export function TrashList({ items, noun }: { items: TrashedItem[]; noun: string }) {
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
