import { useCallback, useMemo, useState } from 'react';
import type { FormAnswer } from '../../forms/answer.ts';
import { useQueuedChanges } from '../../forms/use-queued-changes.ts';
import { paths } from '../../paths.ts';
import type { Action } from '../actions.ts';
import type { MessageCounts, MessageRow } from './inbox.ts';
import type { Inbox } from './messages.server.ts';

/** The addresses of the inbox, also with an open message. */
const INBOX = /^\/admin\/messages(\/\d+)?(\?|$)/;

export interface Mark {
  act: Action;
  isBulk: boolean;
  ids: readonly number[];
  /** The new owner. */
  to?: number | null;
}

/** Rows as they are after an action, and the new counts; empty if they could not be read. */
export interface ChangedRows {
  rows?: MessageRow[];
  counts?: MessageCounts;
}

/** Shows changes that were made elsewhere on the page. */
export type Keep = (newer: ChangedRows) => void;

interface Kept {
  of: Inbox | undefined;
  rows: Map<number, MessageRow>;
  counts: MessageCounts;
}

/**
 * Changed rows stay in place until the page is loaded again: the second click of a double click would hit the next row.
 * @param inbox as it was loaded; another one drops the changed rows
 */
export function useMarks(inbox: Inbox | undefined, search: string) {
  const [kept, setKept] = useState<Kept | null>(null);
  const [bulkChanges, setBulkChanges] = useState(0);
  const keep = useCallback<Keep>(
    ({ rows = [], counts }) =>
      counts &&
      setKept((now) => {
        const known = now?.of === inbox ? [...now!.rows.values()] : [];
        return { of: inbox, rows: new Map([...known, ...rows].map((row) => [row.id, row])), counts };
      }),
    [inbox],
  );
  const { waiting, change: mark } = useQueuedChanges<Mark, FormAnswer & ChangedRows>(
    paths.admin.messages + search,
    makeFields(inbox),
    (done, newer) => {
      keep(newer);
      if (done.isBulk) setBulkChanges((now) => now + 1);
    },
    INBOX,
  );
  const shown = useMemo(() => (inbox && kept?.of === inbox ? withRows(inbox, kept) : inbox), [inbox, kept]);
  return { shown, unsaved: waiting.flatMap(({ ids }) => ids), mark, keep, bulkChanges };
}

const makeFields =
  (inbox: Inbox | undefined) =>
  ({ act, to, isBulk, ids }: Mark) => [
    ['version', String(inbox?.version ?? 0)],
    ...(isBulk
      ? [['intent', to ? `${act}:${to}` : act], ...ids.map((id) => ['message', String(id)])]
      : [['intent', `${act} ${ids[0]}`]]),
  ];

function withRows(inbox: Inbox, { rows, counts }: Kept): Inbox {
  const pages = Object.entries(inbox.pages).map(([table, page]) => [
    table,
    { ...page, rows: page.rows.map((row) => rows.get(row.id) ?? row) },
  ]);
  return { ...inbox, pages: Object.fromEntries(pages) as Inbox['pages'], counts };
}
