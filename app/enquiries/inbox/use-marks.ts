import { useCallback, useMemo, useState } from 'react';
import { useQueuedChanges } from '../../forms/use-queued-changes.ts';
import { paths } from '../../paths.ts';
import { afterAct, type Act } from '../actions.ts';
import type { Inbox, MessageRow } from './inbox.ts';

/** What a button of the tables does: it acts on the ticked rows or on the one that it stands in. */
export interface Mark {
  act: Act;
  isBulk: boolean;
  ids: readonly number[];
}

/** Takes over what was done to a message elsewhere on the page. */
export type Keep = (id: number, act: Act) => void;

const NONE: readonly Mark[] = [];

/**
 * Acts on messages where they stand. Nothing moves until the page is loaded anew: a row that slid up under the pointer
 * would be marked by the second half of a double click.
 * @param inbox as it was loaded; another one ends what is kept here
 * @param search the query of the page
 */
export function useMarks(inbox: Inbox | undefined, search: string) {
  const [stored, setStored] = useState({ inbox, marks: NONE });
  const [bulkChanges, setBulkChanges] = useState(0);
  const store = useCallback(
    (mark: Mark) => setStored((now) => ({ inbox, marks: [...(now.inbox === inbox ? now.marks : NONE), mark] })),
    [inbox],
  );
  const keep = useCallback<Keep>((id, act) => store({ act, isBulk: false, ids: [id] }), [store]);
  const { waiting, change: mark } = useQueuedChanges<Mark>(paths.admin.messages + search, fieldsOf, (done) => {
    store(done);
    if (done.isBulk) setBulkChanges((now) => now + 1);
  });
  const shown = useMemo(
    () => inbox && withMarks(inbox, [...(stored.inbox === inbox ? stored.marks : NONE), ...waiting]),
    [inbox, stored, waiting],
  );
  return {
    shown,
    mark,
    keep,
    /** Counts the bulk changes that were stored: after one, nothing stays ticked. */
    bulkChanges,
  };
}

const fieldsOf = ({ act, isBulk, ids }: Mark) =>
  isBulk ? [['intent', act], ...ids.map((id) => ['message', String(id)])] : [['intent', `${act} ${ids[0]}`]];

/** The inbox with these marks made: the same rows in the same places, and the counts that follow. */
function withMarks(inbox: Inbox, marks: readonly Mark[]): Inbox {
  const counts = { ...inbox.counts };
  const counted = ({ folder, isRead, answered }: MessageRow, one: 1 | -1) => {
    if (folder !== 'inbox') return void (counts[folder as 'spam' | 'trash'] += one);
    counts.total += one;
    counts[answered ? 'answered' : 'waiting'] += one;
    if (!isRead) counts.unread += one;
  };
  const marked = (row: MessageRow) => {
    const now = marks.reduce((made, { act, ids }) => (ids.includes(row.id) ? afterAct(made, act) : made), row);
    counted(row, -1);
    counted(now, 1);
    return now;
  };
  const pages = Object.fromEntries(
    Object.entries(inbox.pages).map(([table, page]) => [table, { ...page, rows: page.rows.map(marked) }]),
  );
  return { ...inbox, pages, counts };
}
