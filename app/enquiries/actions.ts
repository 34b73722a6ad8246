import type { MessageRow, TableName } from './inbox/inbox.ts';
import { INT_MAX } from '../schemas/limits.ts';

/** What can be done to messages, one or many. */
export const acts = ['read', 'unread', 'answer', 'reopen', 'not-spam', 'trash', 'restore'] as const;
export type Act = (typeof acts)[number];
/** What can be done in a row: nothing that throws it away. */
export type RowAct = Exclude<Act, 'trash'>;

/** What a button of the tables does, by its value: an act, for the ticked rows or for the one whose id follows. */
export function actIn(value: string): { act: Act; id: number | null } | null {
  const [, act, id] = /^([a-z-]+)(?: ([1-9]\d{0,9}))?$/.exec(value) ?? [];
  const known = acts.find((one) => one === act);
  return known && Number(id ?? 0) <= INT_MAX ? { act: known, id: id ? Number(id) : null } : null;
}

interface Words {
  /** On the button of a row, and on the button for all that are ticked. */
  row: string;
  bulk: string;
  /** What was done, after 'Message' or '3 messages'. */
  done: string;
}

export const actWords: Record<Act, Words> = {
  read: { row: 'Mark read', bulk: 'Mark Read', done: 'marked as read' },
  unread: { row: 'Mark unread', bulk: 'Mark Unread', done: 'marked as unread' },
  answer: { row: 'Mark answered', bulk: 'Mark Answered', done: 'marked as answered' },
  reopen: { row: 'Not answered after all', bulk: 'Not Answered After All', done: 'marked as not answered' },
  'not-spam': { row: 'Not spam', bulk: 'Not Spam', done: 'moved to the inbox' },
  trash: { row: 'Move to trash', bulk: 'Move to Trash', done: 'moved to trash' },
  restore: { row: 'Restore', bulk: 'Restore', done: 'restored' },
};

interface Table {
  title: string;
  /** In front of 'messages', in a sentence. */
  name: string;
  bulk: Act[];
  /** What the button of a row does, as the row stands; null for a row that has left the table. */
  act: (row: MessageRow) => RowAct | null;
  isOldestFirst?: true;
}

/** The tables of the inbox. */
export const tables: Record<TableName, Table> = {
  unread: { title: 'Unread Messages', name: 'unread', bulk: ['read', 'answer', 'trash'], act: readOrNot },
  read: { title: 'Read Messages', name: 'read', bulk: ['unread', 'answer', 'trash'], act: readOrNot },
  waiting: {
    title: 'Waiting Messages',
    name: 'waiting',
    bulk: ['answer', 'trash'],
    act: answeredOrNot,
    isOldestFirst: true,
  },
  answered: { title: 'Answered Messages', name: 'answered', bulk: ['reopen', 'trash'], act: answeredOrNot },
  spam: {
    title: 'Suspected Spam',
    name: 'spam',
    bulk: ['not-spam', 'trash'],
    act: ({ folder }) => (folder === 'spam' ? 'not-spam' : null),
  },
  trash: {
    title: 'Trash',
    name: 'trashed',
    bulk: ['restore'],
    act: ({ folder }) => (folder === 'trash' ? 'restore' : null),
  },
};

function readOrNot({ isRead }: MessageRow): RowAct {
  return isRead ? 'unread' : 'read';
}

function answeredOrNot({ answered }: MessageRow): RowAct {
  return answered ? 'reopen' : 'answer';
}

/** A row as it stands once something was done to it, just now and by the reader. */
export function afterAct(row: MessageRow, act: Act): MessageRow {
  switch (act) {
    case 'read':
    case 'unread':
      return { ...row, isRead: act === 'read' };
    case 'answer':
      return { ...row, isRead: true, answered: row.answered ?? 'just now' };
    case 'reopen':
      return { ...row, answered: null };
    case 'not-spam':
      return { ...row, folder: 'inbox', spamReason: null };
    case 'trash':
      return { ...row, folder: 'trash' };
    case 'restore':
      return { ...row, folder: row.spamReason ? 'spam' : 'inbox' };
  }
}
