import { Link } from '@remix-run/react';
import type { ManagedService } from './service.schema.ts';

/** What is stored now, beside what was about to be saved over it. */
export function ServiceConflict({ stored, startAgain }: { stored: ManagedService; startAgain: string }) {
  return (
    <section
      data-conflict
      tabIndex={-1}
      aria-labelledby="theirs"
      className="border-accent bg-surface grid gap-3 border-l-4 p-4"
    >
      <h3 id="theirs" className="text-base">
        Saved by someone else
      </h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-muted">Title</dt>
        <dd>{stored.title}</dd>
        <dt className="text-muted">Icon</dt>
        <dd>{stored.icon ?? 'None'}</dd>
        <dt className="text-muted">Description</dt>
        <dd className="max-h-48 overflow-y-auto whitespace-pre-line">{stored.content}</dd>
      </dl>
      <p>
        Yours is below. Update Service puts it in place of theirs, or{' '}
        <Link to={startAgain} reloadDocument className="text-link underline">
          keep theirs and start again
        </Link>
        .
      </p>
    </section>
  );
}
