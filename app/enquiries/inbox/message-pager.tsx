import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigation } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { useLong } from '../../ui/use-long.ts';
import { tables } from '../actions.ts';
import { headingId, inboxPath, inboxSearch, type TableName } from './inbox.ts';
import type { MessageTableProps } from './message-table.tsx';

type MessagePagerProps = Pick<MessageTableProps, 'table' | 'page' | 'place' | 'open'>;

/** The other table stays where it is. */
export function MessagePager({ table, page, place, open }: MessagePagerProps) {
  if (!page.newer && !page.older) return null;
  const { name, isOldestFirst } = tables[table];
  const link = (to: string | undefined, label: string, rel?: string) => {
    const { [table]: _, ...others } = place.tables;
    const there = { ...place, tables: to ? { ...others, [table]: to } : others };
    return (
      <Link
        to={`${inboxPath(open)}${inboxSearch(there)}#${headingId(table)}`}
        rel={rel}
        className="btn btn-small btn-secondary"
      >
        {label}
      </Link>
    );
  };
  const first = isOldestFirst ? page.older : page.newer;
  return (
    <nav aria-label={`Pages of ${name} messages`} className="mt-2 flex flex-wrap justify-end gap-2">
      {first ? link(undefined, isOldestFirst ? 'Oldest' : 'Newest') : null}
      {isOldestFirst && page.older ? link(page.older, 'Older', 'prev') : null}
      {page.newer ? link(page.newer, 'Newer', isOldestFirst ? 'next' : 'prev') : null}
      {!isOldestFirst && page.older ? link(page.older, 'Older', 'next') : null}
    </nav>
  );
}

/** Of a link to a heading: an address that differs only in its fragment loads nothing, so a script moves the focus. */
export interface Led {
  leadsTo: string;
}

/** As the browser does without JavaScript. */
export function useFocusWhenLedTo(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, state, key } = useLocation();
  const isLedTo = hash === `#${id}` || (state as Led | null)?.leadsTo === id;
  useEffect(() => {
    if (isLedTo) heading.current?.focus({ preventScroll: true });
  }, [isLedTo, key]);
  return heading;
}

/** Whether another page of this table takes its time. What comes at once is shown without a flash. */
export function useIsPaging(table: TableName, place: string | undefined): boolean {
  const { state, location, formMethod } = useNavigation();
  const isPaging =
    state === 'loading' &&
    !formMethod &&
    location.pathname.startsWith(paths.admin.messages) &&
    (new URLSearchParams(location.search).get(table) ?? undefined) !== place;
  return useLong(isPaging);
}
