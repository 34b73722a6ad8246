import { useCallback, useMemo, useState } from 'react';
import { useQueuedChanges } from '../../forms/use-queued-changes.ts';
import { paths } from '../../paths.ts';
import { applyAction, type Action } from '../actions.ts';
import type { Inbox, MessageRow } from './inbox.ts';

export interface Mark {
  act: Action;
  isBulk: boolean;
  ids: readonly number[];
}

/** Takes over what was done elsewhere on the page. */
export type Keep = (id: number, act: Action) => void;

const NONE: readonly Mark[] = [];

/**
 * Actions on messages where they stand. Rows do not move until the page is loaded again: otherwise the second half of a double
 * click would mark the next row.
 * @param inbox as it was loaded; another one drops the marks
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
    /** Counts bulk actions; after one, nothing stays ticked. */
    bulkChanges,
  };
}

const fieldsOf = ({ act, isBulk, ids }: Mark) =>
  isBulk ? [['intent', act], ...ids.map((id) => ['message', String(id)])] : [['intent', `${act} ${ids[0]}`]];

/** Applies marks: the same rows in the same places, and the new counts. */
function withMarks(inbox: Inbox, marks: readonly Mark[]): Inbox {
  const counts = { ...inbox.counts };
  const counted = ({ folder, isRead, answered }: MessageRow, one: 1 | -1) => {
    if (folder !== 'inbox') return void (counts[folder as 'spam' | 'trash'] += one);
    counts.total += one;
    counts[answered ? 'answered' : 'waiting'] += one;
    if (!isRead) counts.unread += one;
  };
  const marked = (row: MessageRow) => {
    const now = marks.reduce((made, { act, ids }) => (ids.includes(row.id) ? applyAction(made, act) : made), row);
    counted(row, -1);
    counted(now, 1);
    return now;
  };
  const pages = Object.fromEntries(
    Object.entries(inbox.pages).map(([table, page]) => [table, { ...page, rows: page.rows.map(marked) }]),
  );
  return { ...inbox, pages, counts };
}
