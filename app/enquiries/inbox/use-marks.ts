import { useCallback, useMemo, useState } from 'react';
import { useQueuedChanges } from '../../forms/use-queued-changes.ts';
import { paths } from '../../paths.ts';
import { applyAction, type Action } from '../actions.ts';
import { isWaiting, type MessageRow } from './inbox.ts';
import type { Inbox } from './messages.server.ts';

export interface Mark {
  act: Action;
  isBulk: boolean;
  ids: readonly number[];
  /** Whom they are given to: the number of the form, and the e-mail address. */
  to?: number | null;
  owner: string | null;
}

type State = Pick<MessageRow, 'isRead' | 'answered' | 'later' | 'owner'>;

/** Takes over what was done elsewhere on the page. */
export type Keep = (id: number, state: State) => void;

type Stored = Mark | { ids: readonly number[]; state: State };
const NONE: readonly Stored[] = [];

/**
 * Rows do not move until the page is loaded again: otherwise the second half of a double click would mark the next row.
 * @param inbox as it was loaded; another one drops the marks
 */
export function useMarks(inbox: Inbox | undefined, search: string, reader: string) {
  const [stored, setStored] = useState({ inbox, marks: NONE });
  const [bulkChanges, setBulkChanges] = useState(0);
  const store = useCallback(
    (mark: Stored) => setStored((now) => ({ inbox, marks: [...(now.inbox === inbox ? now.marks : NONE), mark] })),
    [inbox],
  );
  const keep = useCallback<Keep>((id, state) => store({ ids: [id], state }), [store]);
  const { waiting, change: mark } = useQueuedChanges<Mark>(paths.admin.messages + search, fieldsIn(inbox), (done) => {
    store(done);
    if (done.isBulk) setBulkChanges((now) => now + 1);
  });
  const shown = useMemo(
    () => inbox && withMarks(inbox, [...(stored.inbox === inbox ? stored.marks : NONE), ...waiting], reader),
    [inbox, stored, waiting, reader],
  );
  return { shown, mark, keep, bulkChanges };
}

const fieldsIn =
  (inbox: Inbox | undefined) =>
  ({ act, to, isBulk, ids }: Mark) => [
    ['version', String(inbox?.version ?? 0)],
    ...(isBulk
      ? [['intent', to ? `${act}:${to}` : act], ...ids.map((id) => ['message', String(id)])]
      : [['intent', `${act} ${ids[0]}`]]),
  ];

function withMarks(inbox: Inbox, marks: readonly Stored[], reader: string): Inbox {
  const counts = { ...inbox.counts };
  const counted = (row: MessageRow, one: 1 | -1) => {
    const { folder, isRead, answered, later, owner } = row;
    if (folder !== 'inbox') return void (counts[folder as 'spam' | 'trash'] += one);
    counts.total += one;
    if (answered) counts.answered += one;
    if (later) counts.later += one;
    if (isWaiting(row)) counts.waiting += one;
    if (isWaiting(row) && owner === reader) counts.mine = (counts.mine ?? 0) + one;
    if (!isRead) counts.unread += one;
  };
  const marked = (row: MessageRow) => {
    const now = marks.reduce((made, mark) => {
      if (!mark.ids.includes(row.id)) return made;
      return 'state' in mark ? { ...made, ...mark.state } : applyAction(made, mark.act, mark.owner);
    }, row);
    counted(row, -1);
    counted(now, 1);
    return now;
  };
  const pages = Object.fromEntries(
    Object.entries(inbox.pages).map(([table, page]) => [table, { ...page, rows: page.rows.map(marked) }]),
  );
  return { ...inbox, pages, counts };
}
