import { Form } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { Button } from '../../ui/button.tsx';
import type { ListedLink } from './preview-link.schema.ts';

/** The links that work now. */
export function LinkList({ links }: { links: ListedLink[] }) {
  if (!links.length) return <p className="text-muted">There are no links now.</p>;
  return (
    <ul className="card divide-border divide-y" aria-label="Links">
      {links.map(({ id, name, by, made, ends }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:px-5">
          <div className="min-w-0 flex-1 basis-64">
            <h2 className="font-sans text-base font-semibold wrap-anywhere">{name}</h2>
            <p className="mt-1">Until {ends}</p>
            <p className="text-muted mt-0.5 text-sm wrap-anywhere">
              Made {made} by {by}
            </p>
          </div>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="revoke" />
            <input type="hidden" name="link" value={id} />
            <Button type="submit" look="danger" className="btn-small" aria-label={`Revoke: ${name}`}>
              <XMarkIcon aria-hidden className="size-4" />
              Revoke
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}
