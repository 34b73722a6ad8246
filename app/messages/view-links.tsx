import { Link } from '@remix-run/react';
import { paths } from '../paths.ts';
import { inboxSearch, views, type Filter, type MessageCounts, type View } from './inbox.ts';

const names: Record<View, string> = {
  inbox: 'Inbox',
  waiting: 'Waiting',
  answered: 'Answered',
  spam: 'Spam',
  trash: 'Trash',
};

interface ViewLinksProps {
  current: View;
  counts: MessageCounts;
  /** Goes along. */
  filter: Filter;
}

/** The ways to what the inbox can show, with how much there is of each. */
export function ViewLinks({ current, counts, filter }: ViewLinksProps) {
  return (
    <nav aria-label="Views" className="border-border -mb-2 border-b">
      <ul className="flex flex-wrap gap-x-1">
        {views.map((view) => (
          <li key={view}>
            <Link
              to={paths.admin.messages + inboxSearch({ view, tables: {}, filter })}
              prefetch="intent"
              aria-current={view === current ? 'page' : undefined}
              className="aria-[current]:border-accent text-muted aria-[current]:text-text hover:text-text -mb-px inline-flex min-h-11 items-center gap-2 border-b-3 border-transparent px-2 font-semibold whitespace-nowrap sm:px-3"
            >
              {names[view]}{' '}
              <span className="text-muted text-sm font-normal tabular-nums">
                {counts[view === 'inbox' ? 'total' : view].toLocaleString('en-US')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
