import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form } from '@remix-run/react';
import { EnvelopeIcon, EnvelopeOpenIcon } from '@heroicons/react/24/outline';
import { partLabels } from '../contact/enquiry-parts.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { useScripted } from '../ui/use-scripted.ts';
import { headingIds, inboxSearch, NO_SELECTION, type MessagePage, type Places } from './inbox.ts';
import { MessagePager, useFocusWhenLedTo, useIsPaging } from './message-pager.tsx';
import { MessageRow } from './message-row.tsx';
import { SelectAll, useSelection } from './select-all.tsx';
import type { Mark } from './use-marks.ts';

interface MessageTableProps {
  isRead: boolean;
  page: MessagePage;
  /** The places of both tables, as the address has them. */
  places: Places;
  onMark: (mark: Mark) => void;
  /** Changes when a bulk change is done: nothing stays ticked. */
  bulkChanges: number;
}

const { subject, serviceType, preferredContact } = partLabels;
const columns = ['Contact', subject, serviceType, preferredContact, 'Date', 'Actions'];
const head = 'px-3 py-2.5 font-semibold';

/** The unread or the read messages: one form, whose buttons act on the ticked rows or on their own. */
export function MessageTable({ isRead, page, places, onMark, bulkChanges }: MessageTableProps) {
  const form = useRef<HTMLFormElement>(null);
  const { rows } = page;
  const { ticked, all, count, tickAll } = useSelection(form, rows);
  const [isNoneHint, setNoneHint] = useState(false);
  const isScripted = useScripted();
  useEffect(() => tickAll(false), [tickAll, bulkChanges]);
  useEffect(() => setNoneHint(false), [ticked]);
  const key = isRead ? 'read' : 'unread';
  const title = isRead ? 'Read' : 'Unread';
  const search = inboxSearch(places);
  const isLoading = useIsPaging(key, places[key]);
  const Icon = isRead ? EnvelopeIcon : EnvelopeOpenIcon;
  const headingId = headingIds[key];
  const heading = useFocusWhenLedTo(headingId);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const mark = markIn(event);
    if (!mark) return;
    event.preventDefault();
    setNoneHint(mark.ids.length === 0);
    if (mark.ids.length) onMark(mark);
  }
  return (
    <section aria-labelledby={headingId}>
      <Form
        ref={form}
        method="post"
        action={paths.admin.messages + search}
        preventScrollReset
        onChange={count}
        autoComplete="off" // Firefox would tick what was ticked before a reload
        onSubmit={onSubmit}
        className="@container"
      >
        <div className="mb-3 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id={headingId} ref={heading} tabIndex={-1} className="mr-auto scroll-mt-20 text-xl">
            {title} Messages
          </h2>
          <p role="status" className="text-muted text-sm">
            {ticked ? `${ticked} selected` : null}
          </p>
          <p role="alert" className="text-danger text-sm font-semibold">
            {isNoneHint ? NO_SELECTION : null}
          </p>
          {rows.length ? (
            <Button type="submit" className="btn-small" name="intent" value={isRead ? 'unread' : 'read'}>
              <Icon aria-hidden className="size-4" />
              {isRead ? 'Mark Unread' : 'Mark Read'}
            </Button>
          ) : null}
        </div>
        <div role="status">
          {isLoading ? <p className="card text-muted p-6 text-center">Loading messages...</p> : null}
        </div>
        {isLoading ? null : rows.length ? (
          <table aria-labelledby={headingId} className="card block w-full text-left text-sm @4xl:table">
            <thead className="bg-surface2 block @4xl:table-header-group">
              <tr className="block @4xl:table-row">
                <th className="block min-h-10.5 px-4 py-2.5 @4xl:table-cell @4xl:w-px @4xl:pr-0">
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
                  <th key={name} className={`${head} @max-4xl:sr-only`}>
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
      <MessagePager name={key} page={page} places={places} />
    </section>
  );
}

/** What the pressed button marks; null when it does something else. */
function markIn(event: FormEvent<HTMLFormElement>): Mark | null {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const [, intent, id] = /^(read|unread)(?: (\d+))?$/.exec(submitter?.getAttribute('value') ?? '') ?? [];
  if (!intent) return null;
  const ids = id ? [id] : new FormData(event.currentTarget).getAll('message');
  return { isRead: intent === 'read', isBulk: !id, ids: ids.map(Number) };
}
