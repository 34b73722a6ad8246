import { useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigation } from '@remix-run/react';
import { EnvelopeIcon, EnvelopeOpenIcon } from '@heroicons/react/24/outline';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { useScripted } from '../ui/use-scripted.ts';
import { inboxSearch, type MessagePage } from './inbox.ts';
import { MessageRow } from './message-row.tsx';
import { SelectAll, useSelection } from './select-all.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

interface MessageTableProps {
  isRead: boolean;
  page: MessagePage;
  /** The places of both tables, as the address has them. */
  places: { unread: string | null; read: string | null };
  /** Changes when a bulk change is done: nothing stays ticked. */
  bulkChanges: number;
}

const columns = ['Contact', 'Subject', 'Service Type', 'Preferred Contact', 'Date', 'Actions'];
const PATIENCE_MS = 150;
const head = 'px-3 py-2.5 font-semibold';

/** The unread or the read messages: one form, whose buttons act on the ticked rows or on their own. */
export function MessageTable({ isRead, page, places, bulkChanges }: MessageTableProps) {
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { rows } = page;
  const { ticked, all, count, tickAll } = useSelection(form, rows);
  const isScripted = useScripted();
  useEffect(() => tickAll(false), [tickAll, bulkChanges]);
  useKeptFocus(form, heading, rows);
  const key = isRead ? 'read' : 'unread';
  const title = isRead ? 'Read' : 'Unread';
  const search = inboxSearch(places.unread, places.read);
  const isLoading = useIsPaging(key, places[key]);
  const Icon = isRead ? EnvelopeIcon : EnvelopeOpenIcon;
  const pageLink = (place: string | null) =>
    paths.admin.messages + inboxSearch(isRead ? places.unread : place, isRead ? place : places.read);
  const headingId = `${key}-messages`;
  return (
    <section aria-labelledby={headingId}>
      <Form
        ref={form}
        method="post"
        action={paths.admin.messages + search}
        preventScrollReset
        onChange={count}
        className="@container"
      >
        <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id={headingId} ref={heading} tabIndex={-1} className="mr-auto text-xl">
            {title} Messages
          </h2>
          {ticked ? <span className="text-muted text-sm">{`${ticked} selected`}</span> : null}
          {rows.length ? (
            <Button type="submit" className="btn-small" name="intent" value={isRead ? 'unread' : 'read'}>
              <Icon aria-hidden className="size-4" />
              {isRead ? 'Mark Unread' : 'Mark Read'}
            </Button>
          ) : null}
        </div>
        {isLoading ? (
          <p role="status" className="card text-muted p-6 text-center">
            Loading messages...
          </p>
        ) : rows.length ? (
          <table role="table" aria-labelledby={headingId} className="card block w-full text-left text-sm @4xl:table">
            <thead className="bg-surface2 block @4xl:table-header-group">
              <tr role="row" className="block @4xl:table-row">
                <th role="columnheader" className="block min-h-10.5 px-4 py-2.5 @4xl:table-cell @4xl:w-px @4xl:pr-0">
                  {isScripted ? (
                    <span className="flex items-center gap-3 @4xl:block">
                      <SelectAll
                        id={`select-all-${key}`}
                        label={`Select all ${key} messages`}
                        ticked={ticked}
                        all={all}
                        onChange={tickAll}
                      />
                      <label htmlFor={`select-all-${key}`} className="font-normal @4xl:hidden">
                        Select all
                      </label>
                    </span>
                  ) : (
                    <span className="sr-only">Selection</span>
                  )}
                </th>
                {columns.map((name) => (
                  <th key={name} role="columnheader" className={`${head} @max-4xl:sr-only`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block @4xl:table-row-group">
              {rows.map((row) => (
                <MessageRow key={row.id} row={row} search={search} />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="card text-muted p-6 text-center">{`No ${key} messages.`}</p>
        )}
      </Form>
      {page.newer || page.older ? (
        <nav aria-label={`Pages of ${key} messages`} className="mt-3 flex flex-wrap justify-end gap-2">
          {page.newer ? (
            <>
              <PageLink to={pageLink(null)} label="Newest" />
              <PageLink to={pageLink(page.newer)} label="Newer" rel="prev" />
            </>
          ) : null}
          {page.older ? <PageLink to={pageLink(page.older)} label="Older" rel="next" /> : null}
        </nav>
      ) : null}
    </section>
  );
}

const PageLink = ({ to, label, rel }: { to: string; label: string; rel?: string }) => (
  <Link to={to} rel={rel} preventScrollReset className="btn btn-small btn-secondary">
    {label}
  </Link>
);

/** Whether another page of this table is on its way and takes its time; what comes at once is shown without a flash. */
function useIsPaging(key: string, place: string | null): boolean {
  const { state, location, formMethod } = useNavigation();
  const isPaging =
    state === 'loading' &&
    !formMethod &&
    location.pathname === paths.admin.messages &&
    new URLSearchParams(location.search).get(key) !== place;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!isPaging) return setLong(false);
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isPaging]);
  return isPaging && isLong;
}
