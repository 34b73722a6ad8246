import type { MessageRow, TableName } from './inbox/inbox.ts';
import { INT_MAX } from '../schemas/limits.ts';

/** Why an enquiry is spam that staff have put there. */
export const MARKED_AS_SPAM = 'Marked as spam by staff';

export const actions = ['read', 'unread', 'answer', 'reopen', 'spam', 'not-spam', 'trash', 'restore'] as const;
export type Action = (typeof actions)[number];
/** A row has no button that puts its message away. */
export type RowAction = Exclude<Action, 'trash' | 'spam'>;

/** Reads the value of a button: an action, and the id of its row where it is not for the ticked rows. */
export function readAction(value: string): { act: Action; id: number | null } | null {
  const [, act, id] = /^([a-z-]+)(?: ([1-9]\d{0,9}))?$/.exec(value) ?? [];
  const known = actions.find((one) => one === act);
  return known && Number(id ?? 0) <= INT_MAX ? { act: known, id: id ? Number(id) : null } : null;
}

interface Words {
  /** The buttons of a row, and of all ticked rows. */
  row: string;
  bulk: string;
  /** Follows 'Message' or '3 messages'. */
  done: string;
}

export const actionWords: Record<Action, Words> = {
  read: { row: 'Mark read', bulk: 'Mark Read', done: 'marked as read' },
  unread: { row: 'Mark unread', bulk: 'Mark Unread', done: 'marked as unread' },
  answer: { row: 'Mark answered', bulk: 'Mark Answered', done: 'marked as answered' },
  reopen: { row: 'Reopen', bulk: 'Reopen', done: 'reopened' },
  spam: { row: 'Mark as spam', bulk: 'Mark as Spam', done: 'marked as spam' },
  'not-spam': { row: 'Not spam', bulk: 'Not Spam', done: 'moved to the inbox' },
  trash: { row: 'Move to trash', bulk: 'Move to Trash', done: 'moved to trash' },
  restore: { row: 'Restore', bulk: 'Restore', done: 'restored' },
};

interface Table {
  title: string;
  /** Goes before 'messages' in a sentence. */
  name: string;
  bulk: Action[];
  /** The row's button; null once the row has left the table. */
  act: (row: MessageRow) => RowAction | null;
  isOldestFirst?: true;
}

export const tables: Record<TableName, Table> = {
  unread: { title: 'Unread Messages', name: 'unread', bulk: ['read', 'answer', 'spam', 'trash'], act: readOrNot },
  read: { title: 'Read Messages', name: 'read', bulk: ['unread', 'answer', 'spam', 'trash'], act: readOrNot },
  waiting: {
    title: 'Waiting Messages',
    name: 'waiting',
    bulk: ['answer', 'spam', 'trash'],
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

function readOrNot({ isRead }: MessageRow): RowAction {
  return isRead ? 'unread' : 'read';
}

function answeredOrNot({ answered }: MessageRow): RowAction {
  return answered ? 'reopen' : 'answer';
}

/** Shows a row as the reader's action has just left it. */
export function applyAction(row: MessageRow, act: Action): MessageRow {
  switch (act) {
    case 'read':
    case 'unread':
      return { ...row, isRead: act === 'read' };
    case 'answer':
      return { ...row, isRead: true, answered: row.answered ?? 'just now' };
    case 'reopen':
      return { ...row, answered: null };
    case 'spam':
      return { ...row, folder: 'spam', spamReason: MARKED_AS_SPAM };
    case 'not-spam':
      return { ...row, folder: 'inbox', spamReason: null };
    case 'trash':
      return { ...row, folder: 'trash' };
    case 'restore':
      return { ...row, folder: row.spamReason ? 'spam' : 'inbox' };
  }
}
