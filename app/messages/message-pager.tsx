import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigation } from '@remix-run/react';
import { paths } from '../paths.ts';
import { headingIds, inboxSearch, type MessagePage, type Places } from './inbox.ts';

const PATIENCE_MS = 150;

interface MessagePagerProps {
  /** Which of the tables. */
  name: keyof Places;
  page: MessagePage;
  places: Places;
}

/** The ways to the newer and the older rows of one table; the other stays as it is. */
export function MessagePager({ name, page, places }: MessagePagerProps) {
  if (!page.newer && !page.older) return null;
  const link = (place: string | null, label: string, rel?: string) => {
    return (
      <Link
        to={`${paths.admin.messages}${inboxSearch({ ...places, [name]: place })}#${headingIds[name]}`}
        rel={rel}
        className="btn btn-small btn-secondary"
      >
        {label}
      </Link>
    );
  };
  return (
    <nav aria-label={`Pages of ${name} messages`} className="mt-3 flex flex-wrap justify-end gap-2">
      {page.newer ? link(null, 'Newest') : null}
      {page.newer ? link(page.newer, 'Newer', 'prev') : null}
      {page.older ? link(page.older, 'Older', 'next') : null}
    </nav>
  );
}

/** The state of a link that leads to a heading by script: an address that differs in its fragment only loads nothing. */
export interface Led {
  leadsTo: string;
}

/** The heading that a link leads to has the focus, as the browser gives it without JavaScript. */
export function useFocusWhenLedTo(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, state, key } = useLocation();
  const isLedTo = hash === `#${id}` || (state as Led | null)?.leadsTo === id;
  useEffect(() => {
    if (isLedTo) heading.current?.focus({ preventScroll: true });
  }, [isLedTo, key]);
  return heading;
}

/** Whether another page of this table is on its way and takes its time; what comes at once is shown without a flash. */
export function useIsPaging(name: keyof Places, place: string | null): boolean {
  const { state, location, formMethod } = useNavigation();
  const isPaging =
    state === 'loading' &&
    !formMethod &&
    location.pathname === paths.admin.messages &&
    new URLSearchParams(location.search).get(name) !== place;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isPaging) return setLong(false);
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isPaging]);
  return isPaging && isLong;
}
