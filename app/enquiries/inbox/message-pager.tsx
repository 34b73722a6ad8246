import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigation } from '@remix-run/react';
import { paths } from '../../paths.ts';
import { useLong } from '../../ui/use-long.ts';
import { tables } from '../actions.ts';
import { headingId, inboxPath, inboxSearch, type TableName } from './inbox.ts';
import type { MessageTableProps } from './message-table.tsx';

type MessagePagerProps = Pick<MessageTableProps, 'table' | 'page' | 'place' | 'open'>;

/** Its links keep the page of the other table. */
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

/** The state of a link whose target gets the focus. A link that differs only in its fragment loads nothing. */
export interface FocusState {
  focusId: string;
}

/** Moves the focus to the target of a link, as the browser does without JavaScript. */
export function useFocusFromLink(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, state, key } = useLocation();
  const isTarget = hash === `#${id}` || (state as FocusState | null)?.focusId === id;
  useEffect(() => {
    if (isTarget) heading.current?.focus({ preventScroll: true });
  }, [isTarget, key]);
  return heading;
}

/** Whether another page of this table has been loading for some time. A quick answer shows no 'Loading'. */
export function useIsPaging(table: TableName, place: string | undefined): boolean {
  const { state, location, formMethod } = useNavigation();
  const isPaging =
    state === 'loading' &&
    !formMethod &&
    location.pathname.startsWith(paths.admin.messages) &&
    (new URLSearchParams(location.search).get(table) ?? undefined) !== place;
  return useLong(isPaging);
}
