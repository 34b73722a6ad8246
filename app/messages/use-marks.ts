import { useCallback, useMemo, useState } from 'react';
import { useQueuedChanges } from '../forms/use-queued-changes.ts';
import { paths } from '../paths.ts';
import type { Inbox, MessageRow } from './inbox.ts';

/** What a button of the tables does: it marks the ticked rows or the one that it stands in. */
export interface Mark {
  isRead: boolean;
  isBulk: boolean;
  ids: readonly number[];
}

/** Takes over what became of messages elsewhere on the page. */
export type Keep = (ids: readonly number[], isRead: boolean) => void;

const NONE: ReadonlyMap<number, boolean> = new Map();

/**
 * Marks messages where they stand. Nothing moves until the page is loaded anew: a row that slid up under the pointer
 * would be marked by the second half of a double click.
 * @param inbox as it was loaded; another one ends what is kept here
 * @param search the query of the page
 */
export function useMarks(inbox: Inbox | undefined, search: string) {
  const [stored, setStored] = useState({ inbox, marks: NONE });
  const [bulkChanges, setBulkChanges] = useState(0);
  const keep = useCallback<Keep>(
    (ids, isRead) =>
      setStored((now) => {
        const marks = new Map(now.inbox === inbox ? now.marks : NONE);
        for (const id of ids) marks.set(id, isRead);
        return { inbox, marks };
      }),
    [inbox],
  );
  const { waiting, change: mark } = useQueuedChanges<Mark>(paths.admin.messages + search, fieldsOf, (done) => {
    keep(done.ids, done.isRead);
    if (done.isBulk) setBulkChanges((now) => now + 1);
  });
  const shown = useMemo(() => {
    const marks = new Map(stored.inbox === inbox ? stored.marks : NONE);
    for (const { ids, isRead } of waiting) for (const id of ids) marks.set(id, isRead);
    return inbox && withMarks(inbox, marks);
  }, [inbox, stored, waiting]);
  return {
    shown,
    mark,
    keep,
    /** Counts the bulk changes that were stored: after one, nothing stays ticked. */
    bulkChanges,
  };
}

const fieldsOf = ({ isRead, isBulk, ids }: Mark) => {
  const intent = isRead ? 'read' : 'unread';
  return isBulk
    ? [['intent', intent], ...ids.map((id) => ['message', String(id)])]
    : [['intent', `${intent} ${ids[0]}`]];
};

/** The inbox with these messages marked: the same rows in the same places, and the counts that follow. */
function withMarks(inbox: Inbox, marks: ReadonlyMap<number, boolean>): Inbox {
  let { unread } = inbox.counts;
  const marked = (row: MessageRow) => {
    const isRead = marks.get(row.id) ?? row.isRead;
    unread += Number(row.isRead) - Number(isRead);
    return { ...row, isRead };
  };
  const rowsOf = <T extends { rows: MessageRow[] }>(page: T) => ({ ...page, rows: page.rows.map(marked) });
  const tables = { unread: rowsOf(inbox.unread), read: rowsOf(inbox.read) };
  return { ...tables, counts: { ...inbox.counts, unread } };
}
