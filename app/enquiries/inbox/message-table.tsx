import { Fragment, useEffect, useRef, type FormEvent } from 'react';
import { Form } from '@remix-run/react';
import { partLabels } from '../receive/enquiry-parts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { useScripted } from '../../ui/use-scripted.ts';
import { readAction, actionWords, tables } from '../actions.ts';
import { headingId, inboxSearch, type MessagePage, type Place, type TableName } from './inbox.ts';
import { MessagePager, useFocusFromLink, useIsPaging } from './message-pager.tsx';
import type { Owner } from '../owners.server.ts';
import { GiveMenu } from './give-menu.tsx';
import { MessageRow } from './message-row.tsx';
import { SelectAll, useSelection } from './select-all.tsx';
import type { Mark } from './use-marks.ts';

export interface MessageTableProps {
  table: TableName;
  page: MessagePage;
  place: Place;
  now: number;
  open: number | null;
  onMark: (mark: Mark) => void;
  /** Changes after a bulk action, which clears the selection. */
  bulkChanges: number;
  /** The id of the last activity when the rows were read. */
  version: number;
  /** Whom messages can be given to, the reader included. */
  owners: Owner[];
  reader: string;
  ticked: string[];
  /** The ids of messages whose change is still being sent. */
  unsaved: number[];
}

const { subject, serviceType, preferredContact } = partLabels;
const columns = [
  ['Contact', '@4xl:w-[19%]'],
  [subject, ''],
  [serviceType, '@4xl:w-26'],
  [preferredContact, '@4xl:w-23'],
  ['Date', '@4xl:w-60'],
  ['Actions', '@4xl:w-22'],
] as const;

/** One table is one form: its buttons act on the ticked rows or on their own row. */
export function MessageTable(props: MessageTableProps) {
  const { table, page, place, now, open, onMark, bulkChanges, version, owners, reader } = props;
  const form = useRef<HTMLFormElement>(null);
  const { rows } = page;
  const { ticked, all, count, tickAll, selectRange } = useSelection(form, rows);
  const isScripted = useScripted();
  useEffect(() => tickAll(false), [tickAll, bulkChanges]);
  const { title, name, bulk } = tables[table];
  const search = inboxSearch(place);
  const isLoading = useIsPaging(table, place.tables[table]);
  const id = headingId(table);
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    const mark = readMark(event);
    if (!mark) return;
    event.preventDefault();
    if (mark.ids.length) onMark(mark);
  }
  return (
    <section aria-labelledby={id}>
      <Form
        ref={form}
        method="post"
        action={paths.admin.messages + search}
        preventScrollReset
        onChange={count}
        onClick={selectRange}
        autoComplete="off" // Firefox would restore ticks after a reload
        onSubmit={onSubmit}
        className="@container"
      >
        <input type="hidden" name="version" value={version} />
        <div className="mb-2 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1.5">
          {isScripted && rows.length ? (
            <span className="md:pl-3 @4xl:pl-4">
              <SelectAll label={`Select all ${name} messages`} ticked={ticked} all={all} onChange={tickAll} />
            </span>
          ) : null}
          <h2 id={id} ref={useFocusFromLink(id)} tabIndex={-1} className="mr-auto scroll-mt-20 text-lg">
            {title}
          </h2>
          <div role="status" className="text-muted text-sm">
            {ticked ? <p>{`${ticked} selected`}</p> : null}
          </div>
          {rows.length ? (
            <div className="bulk relative flex flex-wrap gap-1.5">
              {bulk.map((act) => (
                <Fragment key={act}>
                  <Button type="submit" className="btn-small min-h-8! px-2.5! py-1! text-sm!" name="intent" value={act}>
                    {actionWords[act].bulk}
                  </Button>
                  {/^(take|give-back)$/.test(act) && <GiveMenu {...{ owners, reader }} canGiveBack={act === 'take'} />}
                </Fragment>
              ))}
            </div>
          ) : null}
        </div>
        <div role="status">
          {isLoading ? <p className="card text-muted p-6 text-center">Loading messages...</p> : null}
        </div>
        {isLoading ? null : rows.length ? (
          <table
            aria-labelledby={id}
            className="card block w-full text-left text-sm max-md:-mx-4 max-md:w-auto max-md:border-x-0 @4xl:table @4xl:table-fixed"
          >
            <thead className="bg-surface2 sr-only @4xl:not-sr-only @4xl:table-header-group">
              <tr>
                <th className="@4xl:w-11">
                  <span className="sr-only">Selection</span>
                </th>
                {columns.map(([name, width]) => (
                  <th key={name} className={`px-2 py-1 leading-tight font-semibold ${width}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="block @4xl:table-row-group">
              {rows.map((row) => (
                <MessageRow
                  key={row.id}
                  row={row}
                  act={tables[table].act(row)}
                  now={now}
                  search={search}
                  isOpen={row.id === open}
                  isTicked={props.ticked.includes(String(row.id))}
                  isUnsaved={props.unsaved.includes(row.id)}
                />
              ))}
            </tbody>
          </table>
        ) : (
          <p className="card text-muted p-6 text-center">{`No ${name} messages.`}</p>
        )}
      </Form>
      <MessagePager table={table} page={page} place={place} open={open} />
    </section>
  );
}

/** @returns null if the pressed button is none of the marking ones */
function readMark(event: FormEvent<HTMLFormElement>): Mark | null {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const pressed = readAction(submitter?.getAttribute('value') ?? '');
  if (!pressed) return null;
  const ids = pressed.id ? [pressed.id] : new FormData(event.currentTarget).getAll('message').map(Number);
  const { act, to } = pressed;
  return { act, to, isBulk: !pressed.id, ids };
}
