import type { FormAnswer } from '../../forms/answer.ts';
import { StaffForm } from '../../forms/staff-form.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { inputTime } from '../../time/typed-time.ts';
import { TextField } from '../../ui/field.tsx';
import { LINK_DAYS, newLinkSchema } from './preview-link.schema.ts';
import type { ListedLink } from './preview-links.server.ts';
import { Form } from '@remix-run/react';
import { XMarkIcon } from '@heroicons/react/24/outline';
import { useEffect, useRef, useState } from 'react';
import { useScripted } from '../../ui/use-scripted.ts';

const DAY_MS = 86_400_000;

interface LinkFormProps {
  /** In milliseconds since the epoch. */
  now: number;
  answer: FormAnswer<never> | undefined;
}

export function LinkForm({ now, answer }: LinkFormProps) {
  return (
    <Card id="new-link" title="New link">
      <StaffForm
        action={paths.admin.previewLinks}
        schema={newLinkSchema}
        loaded={{ name: '', endsAt: inputTime(new Date(now + DAY_MS).toISOString()) }}
        answer={answer}
        problem={null}
        className="mt-4 grid justify-items-start gap-4"
      >
        {(field, isBusy) => (
          <>
            <input type="hidden" name="intent" value="make" />
            <div className="grid w-full gap-4 lg:grid-cols-2">
              <TextField
                {...field('name')}
                label="Name"
                help="Who is it for? Only staff see this."
                required
                maxLength={80}
                autoComplete="off"
              />
              <TextField
                {...field('endsAt')}
                type="datetime-local"
                label="End"
                help={`In at most ${LINK_DAYS} days, time of Trinidad and Tobago`}
                required
              />
            </div>
            <Button type="submit" look="primary" isBusy={isBusy}>
              {isBusy ? 'Making...' : 'Make Link'}
            </Button>
          </>
        )}
      </StaffForm>
    </Card>
  );
}

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
            <Button type="submit" className="btn-small" aria-label={`Revoke: ${name}`}>
              <XMarkIcon aria-hidden className="size-4" />
              Revoke
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  );
}

/** Shown once. */
export function MadeLink({ name, address }: { name: string; address: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [address]);
  const canCopy = useScripted() && 'clipboard' in navigator; // only in a secure context
  const [copied, setCopied] = useState('');
  return (
    <Card id="made-link" ref={heading} title={`The link for ${name}`} className="border-l-accent grid gap-3 border-l-4">
      <p id="made-link-help">Copy it and give it to them. It is shown only now.</p>
      <input
        readOnly
        value={address}
        aria-labelledby="made-link"
        aria-describedby="made-link-help"
        className="control font-mono text-sm"
        onFocus={(event) => event.target.select()}
      />
      {canCopy ? (
        <p className="flex items-center gap-4">
          <Button onClick={() => void navigator.clipboard.writeText(address).then(() => setCopied(address))}>
            Copy
          </Button>
          <span role="status">{copied === address ? 'Copied' : ''}</span>
        </p>
      ) : null}
    </Card>
  );
}
